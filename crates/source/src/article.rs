//! English for messages: "a `long`", "an `int`".

/// A quoted name with its article. A `u` that sounds like "you" (`Unit`, `User`) takes "a".
pub fn with_article(name: &str) -> String {
    let lower = name.to_lowercase();
    let sounds_like_you = ["uni", "use", "util"].iter().any(|start| lower.starts_with(start));
    let article = if lower.starts_with(['a', 'e', 'i', 'o', 'u']) && !sounds_like_you { "an" } else { "a" };
    format!("{article} `{name}`")
}

#[cfg(test)]
mod tests {
    use super::with_article;

    #[test]
    fn the_article_fits_the_sound() {
        let articled = ["int", "long", "Object", "Unit", "Unknown", ""].map(with_article);
        assert_eq!(articled, ["an `int`", "a `long`", "an `Object`", "a `Unit`", "an `Unknown`", "a ``"]);
    }
}
