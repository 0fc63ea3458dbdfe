//! Files whose path changes with their content, so that browsers keep them for good.

use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::routing::get;
use causeway_service::runtime::hex;
use sha2::{Digest, Sha256};

use crate::console::Console;
use crate::urls;

/// A file of the console.
struct Asset {
    name: &'static str,
    content_type: &'static str,
    content: &'static str,
}

/// The style sheet of all pages.
const STYLE: Asset = Asset {
    name: "console.css",
    content_type: "text/css; charset=utf-8",
    content: include_str!("style.css"),
};
/// The script of all pages, which are complete without it.
const SCRIPT: Asset = Asset {
    name: "console.js",
    content_type: "text/javascript; charset=utf-8",
    content: include_str!("script.js"),
};
/// The icon of all pages.
const ICON: Asset =
    Asset { name: "icon.svg", content_type: "image/svg+xml", content: include_str!("icon.svg") };

/// The hash of all files.
static HASH: LazyLock<String> = LazyLock::new(|| {
    let mut hash = Sha256::new();
    for asset in [STYLE, SCRIPT, ICON] {
        hash.update(asset.content);
    }
    let hash: [u8; 32] = hash.finalize().into();
    hex::encode(&hash[..8])
});

impl Asset {
    fn path(&self) -> String {
        format!("{}/assets/{}/{}", urls::ROOT, *HASH, self.name)
    }
}

/// Returns the path of the style sheet.
pub(crate) fn style() -> String {
    STYLE.path()
}

/// Returns the path of the script.
pub(crate) fn script() -> String {
    SCRIPT.path()
}

/// Returns the path of the icon.
pub(crate) fn icon() -> String {
    ICON.path()
}

/// Returns the routes of the files.
pub(crate) fn router() -> Router<Arc<Console>> {
    [STYLE, SCRIPT, ICON].into_iter().fold(Router::new(), |router, asset| {
        let path = asset.path();
        let headers =
            [(CONTENT_TYPE, asset.content_type), (CACHE_CONTROL, "public, max-age=31536000, immutable")];
        router.route(&path, get(move || async move { (headers, asset.content) }))
    })
}
