//! Programs as trees of text and parts with roles.

use super::types::Type;

/// What a part is, as far as shrinking must know.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Role {
    /// A value of a type: another one of the type can stand in its place.
    Expression(Type),
    /// Can be left out.
    Statement,
    /// A declaration in a class; can be left out.
    Member,
    /// Stays as long as what holds it.
    Fixed,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Part {
    Text(String),
    Child(Node),
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Node {
    pub(crate) role: Role,
    pub(crate) parts: Vec<Part>,
}

impl Node {
    /// A node from a template: each `#` stands for the next child.
    pub(crate) fn new(role: Role, template: &str, children: impl IntoIterator<Item = Node>) -> Node {
        let mut children = children.into_iter();
        let mut parts = Vec::new();
        for (index, text) in template.split('#').enumerate() {
            if index > 0 {
                parts.push(Part::Child(children.next().expect("a child for each place of the template")));
            }
            parts.push(Part::Text(text.to_owned()));
        }
        assert!(children.next().is_none(), "a place for each child in {template}");
        Node { role, parts }
    }

    pub(crate) fn expression(ty: &Type, template: &str, children: impl IntoIterator<Item = Node>) -> Node {
        Node::new(Role::Expression(ty.clone()), template, children)
    }

    pub(crate) fn statement(template: &str, children: impl IntoIterator<Item = Node>) -> Node {
        Node::new(Role::Statement, &format!("{template}\n"), children)
    }

    pub(crate) fn member(template: &str, children: impl IntoIterator<Item = Node>) -> Node {
        Node::new(Role::Member, &format!("{template}\n"), children)
    }

    /// Nodes one after the other.
    pub(crate) fn sequence(nodes: Vec<Node>, separator: &str) -> Node {
        let template = vec!["#"; nodes.len()].join(separator);
        Node::new(Role::Fixed, &template, nodes)
    }

    pub(crate) fn children(&self) -> impl Iterator<Item = &Node> {
        self.parts.iter().filter_map(|part| match part {
            Part::Child(child) => Some(child),
            Part::Text(_) => None,
        })
    }

    /// The Java text. What stands inside an expression stays on its line, so that lines tell where
    /// an exception came from.
    pub(crate) fn print(&self) -> String {
        let mut text = String::new();
        self.print_to(&mut text, false);
        indent(&text)
    }

    fn print_to(&self, text: &mut String, in_line: bool) {
        let in_line = in_line || matches!(self.role, Role::Expression(_));
        for part in &self.parts {
            match part {
                Part::Text(own) if in_line => text.push_str(&own.replace('\n', " ")),
                Part::Text(own) => text.push_str(own),
                Part::Child(child) => child.print_to(text, in_line),
            }
        }
    }
}

fn indent(text: &str) -> String {
    let mut depth = 0_usize;
    let mut indented = String::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let opened = line.matches('{').count();
        let closed = line.matches('}').count();
        let leading = line.chars().take_while(|c| *c == '}').count();
        indented.push_str(&"  ".repeat(depth.saturating_sub(leading)));
        indented.push_str(line);
        indented.push('\n');
        depth = (depth + opened).saturating_sub(closed);
    }
    indented
}
