//! A resource with its content, rendered and compressed once, and its answers.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, REFERRER_POLICY, VARY,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use bytes::Bytes;
use causeway_service::App;
use causeway_service::runtime::hex;
use sha2::{Digest, Sha256};
use tokio::sync::OnceCell;
use tokio::task::{JoinError, spawn_blocking};

use super::resource::Resource;
use super::{conditions, gzip};
use crate::api_reference;

/// A resource with its content, once that is rendered.
struct Page {
    app: Arc<App>,
    resource: Resource,
    content: OnceCell<Content>,
}

/// The bytes of a resource.
struct Content {
    plain: Bytes,
    compressed: Bytes,
    /// Hash of the plain bytes.
    hash: String,
}

/// Returns the router of all paths of the documentation.
pub(crate) fn router(app: &Arc<App>) -> Router {
    Resource::all().fold(Router::new(), |router, resource| {
        let page = Page { app: Arc::clone(app), resource, content: OnceCell::new() };
        router.route(&resource.path(), get(serve).with_state(Arc::new(page)))
    })
}

async fn serve(State(page): State<Arc<Page>>, asked: HeaderMap) -> Response {
    let Ok(content) = page.content().await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let is_compressed = conditions::accepts_gzip(&asked);
    let tag = content.tag(is_compressed);
    let is_known = conditions::has_tag(&asked, &tag);
    let body = match (is_known, is_compressed) {
        (true, _) => Bytes::new(),
        (false, true) => content.compressed.clone(),
        (false, false) => content.plain.clone(),
    };
    let status = if is_known { StatusCode::NOT_MODIFIED } else { StatusCode::OK };
    let mut response = (status, page.headers(), body).into_response();
    let headers = response.headers_mut();
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(ETAG, tag);
    }
    if is_known {
        headers.remove(CONTENT_TYPE);
    } else if is_compressed {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    response
}

impl Page {
    /// Returns the content. The first call renders it, beside the threads that serve requests.
    async fn content(&self) -> Result<&Content, JoinError> {
        let render = || {
            let app = Arc::clone(&self.app);
            let resource = self.resource;
            spawn_blocking(move || Content::new(resource.render(app.contract.document())))
        };
        self.content.get_or_try_init(render).await
    }

    /// Returns the headers of every answer.
    fn headers(&self) -> HeaderMap {
        let is_immutable = self.resource.is_immutable();
        let cache = if is_immutable { "public, max-age=31536000, immutable" } else { "no-cache" };
        let mut headers = vec![
            (CONTENT_TYPE, self.resource.content_type()),
            (CACHE_CONTROL, cache),
            (VARY, "Accept-Encoding"),
            (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        ];
        if self.resource == Resource::Reference {
            headers.extend([
                (CONTENT_SECURITY_POLICY, api_reference::CONTENT_SECURITY_POLICY),
                (REFERRER_POLICY, "no-referrer"),
                (X_FRAME_OPTIONS, "DENY"),
            ]);
        }
        headers.into_iter().map(|(name, value)| (name, HeaderValue::from_static(value))).collect()
    }
}

impl Content {
    fn new(plain: Vec<u8>) -> Self {
        let hash: [u8; 32] = Sha256::digest(&plain).into();
        let compressed = gzip::compress(&plain).into();
        Self { plain: plain.into(), compressed, hash: hex::encode(&hash[..16]) }
    }

    /// Returns the entity tag: it differs by encoding, because it stands for exact bytes.
    fn tag(&self, is_compressed: bool) -> String {
        match is_compressed {
            true => format!("\"{}-gzip\"", self.hash),
            false => format!("\"{}\"", self.hash),
        }
    }
}
