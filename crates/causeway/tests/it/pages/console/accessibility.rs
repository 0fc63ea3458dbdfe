//! Every page of the console in both themes: names, headings, tables, contrast, focus and sizes of targets.

use super::visit::Visit;
use super::walk::walk;
use crate::served_demo::ServedDemo;

/// Lists the faults of a page: of its structure, its contrast and its targets.
const FAULTS: &str = r"(() => {
    const faults = [];
    const seen = (one) => one.checkVisibility({ visibilityProperty: true });
    const all = (selector) => [...document.querySelectorAll(selector)];
    if (all('main').length !== 1) faults.push(`${all('main').length} main parts`);
    if (all('h1').length !== 1) faults.push(`${all('h1').length} first headings`);
    let level = 0;
    for (const heading of all('h1, h2, h3, h4').filter(seen)) {
        const next = Number(heading.tagName[1]);
        if (next > level + 1) faults.push(`heading ${next} behind ${level}: ${heading.textContent.trim()}`);
        if (!heading.textContent.trim()) faults.push(`an empty ${heading.tagName}`);
        level = next;
    }
    for (const head of all('th:not([scope])')) faults.push(`a table head without scope: ${head.textContent}`);
    for (const table of all('table')) if (!table.querySelector('th')) faults.push('a table without heads');
    const ids = all('[id]').map((one) => one.id);
    for (const id of ids.filter((one, at) => ids.indexOf(one) !== at)) faults.push(`two elements ${id}`);
    for (const one of all('[aria-labelledby], [aria-describedby], label[for]')) {
        const named = `${one.getAttribute('aria-labelledby') ?? ''} ${one.getAttribute('aria-describedby') ?? ''} ${one.htmlFor ?? ''}`;
        for (const id of named.split(' ').filter(Boolean)) if (!document.getElementById(id)) faults.push(`no element ${id}`);
    }

    const channels = (colour) => {
        const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        return [...canvas.getImageData(0, 0, 1, 1).data];
    };
    const behind = (one) => {
        for (let at = one; at; at = at.parentElement) {
            const colour = getComputedStyle(at).backgroundColor;
            if (channels(colour)[3] > 0) return colour;
        }
        return 'white';
    };
    const light = (colour) => {
        const [r, g, b] = channels(colour).map((one) => one / 255)
            .map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (one, other) => {
        const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b);
        return (bright + 0.05) / (dark + 0.05);
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const checked = new Set();
    while (texts.nextNode()) {
        const one = texts.currentNode.parentElement;
        if (!texts.currentNode.data.trim() || !seen(one) || one.closest('.skip, .hidden-text, :disabled')) continue;
        const style = getComputedStyle(one);
        const pair = `${style.color} on ${behind(one)}`;
        if (checked.has(pair)) continue;
        checked.add(pair);
        const found = contrast(style.color, behind(one));
        if (found < 4.5) faults.push(`contrast ${found.toFixed(2)}: ${pair}, ${texts.currentNode.data.trim()}`);
    }
    for (const one of all('input, select, textarea').filter(seen)) {
        const style = getComputedStyle(one);
        const found = contrast(style.borderTopColor, behind(one.parentElement));
        if (one.type !== 'checkbox' && one.type !== 'radio' && found < 3) faults.push(`border ${found.toFixed(2)}: ${one.name}`);
    }

    for (const one of all('a[href], button, input, select, textarea, summary').filter(seen)) {
        if (one.type === 'hidden' || one.closest('.skip') || getComputedStyle(one).display === 'inline') continue;
        const { width, height } = one.getBoundingClientRect();
        if (width < 24 || height < 24) faults.push(`a target of ${width} by ${height}: ${one.textContent.trim() || one.name}`);
    }
    for (const one of all('main a[href], main button, main input, .top a[href], .top summary').filter(seen).slice(0, 12)) {
        if (one.type === 'hidden' || one.disabled) continue;
        one.focus({ focusVisible: true });
        const style = getComputedStyle(one);
        if (style.outlineStyle === 'none' || parseFloat(style.outlineWidth) < 1) faults.push(`no visible focus: ${one.outerHTML.slice(0, 80)}`);
    }
    return faults;
})()";

#[test]
fn every_page_is_accessible_in_both_themes() {
    let demo = ServedDemo::start();
    let mut visit = Visit::begin(demo.link(), "Acme");
    let mut found = Vec::new();
    walk(&mut visit, |visit, path| {
        for theme in ["light", "dark"] {
            visit.browser.prefer(theme);
            found.extend(visit.texts(FAULTS).into_iter().map(|fault| format!("{path}, {theme}: {fault}")));
        }
        let nameless = visit.browser.controls().into_iter().filter(|control| control.name.is_empty());
        found.extend(nameless.map(|control| format!("{path}: a {} without a name", control.role)));
    });
    assert!(found.is_empty(), "{found:#?}");
    assert!(visit.browser.complaints.is_empty(), "{:#?}", visit.browser.complaints);
}

#[test]
fn faults_are_found() {
    let demo = ServedDemo::start();
    let mut visit = Visit::begin(demo.link(), "Acme");
    assert_eq!(visit.texts(FAULTS), [""; 0]);
    let spoil = r"(() => {
        const main = document.querySelector('main');
        const low = document.createElement('h4');
        low.textContent = 'low';
        low.id = 'main';
        low.style.color = 'rgb(200, 200, 200)';
        const small = document.createElement('button');
        small.style.cssText = 'width: 10px; min-height: 0; height: 10px; padding: 0; outline: none';
        const head = document.createElement('table');
        head.append(document.createElement('th'));
        main.prepend(low, small, head);
    })()";
    visit.browser.evaluate(spoil);
    let faults = visit.texts(FAULTS).join("\n");
    for expected in [
        "heading 4 behind",
        "without scope",
        "two elements main",
        "contrast",
        "a target of 10",
        "no visible focus",
    ] {
        assert!(faults.contains(expected), "{expected}: {faults}");
    }
}

#[test]
fn a_chosen_theme_is_kept_by_the_server() {
    let demo = ServedDemo::start();
    let mut visit = Visit::begin(demo.link(), "Acme");
    visit.browser.prefer("light");
    let background = "getComputedStyle(document.body).backgroundColor";
    let light = visit.browser.evaluate(background);
    visit.browser.evaluate(
        "(() => { const choice = document.getElementById('choice-theme'); choice.value = 'dark'; \
         choice.dispatchEvent(new Event('change', { bubbles: true })); })()",
    );
    let dark = visit.browser.evaluate(background);
    assert_ne!(light, dark);
    // The answer itself has the theme, so that no page flashes.
    visit.browser.disable_scripts();
    visit.restart();
    assert_eq!(visit.browser.evaluate("document.documentElement.dataset.theme"), "dark");
    assert_eq!(visit.browser.evaluate(background), dark);
}
