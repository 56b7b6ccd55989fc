//! The parser's tree as one flat list in preorder: what the conversion to [`crate::tree`] walks
//! over.
//!
//! tree-sitter reaches the n-th child of a node in time n and the root in time depth; one pass of a
//! cursor over its tree makes all of that constant here. On the way, comments leave the tree
//! (tree-sitter hangs them anywhere) and what did not parse is listed, so that nobody else has to
//! look for either.
//!
//! What tree-sitter gets to see departs from the text in four ways, byte for byte at the same
//! places. Its grammar does not know `case null, default` (JLS 14.11.1): that `default` becomes a
//! name, and [`Kind::Identifier`] over the text `default` is that label. Its lexer looks for the
//! end of a comment from each `/*` on, in time squared where there is none: after the last `*/` of
//! a file, all but a few `/*` are blanked. And it reads `[][][]…` in time squared: dimensions far
//! beyond the 255 that Java allows are blanked, too; those before them are enough for the error
//! message. The fourth is [`super::parenthesised_names`].

use super::parenthesised_names::hide_parentheses_of_names;
use std::borrow::Cow;
use std::ops::{ControlFlow, Range};
use std::time::{Duration, Instant};
use tree_sitter::ParseOptions;

/// How long the parser may take: more than ten times what it needs for the densest real code, also
/// where others use the computer. Recovering from thousands of syntax errors takes it time squared,
/// and a verifier must not hang on a text that is no program.
const PARSE_TIME: Duration = Duration::from_secs(4);
const PARSE_TIME_PER_BYTE: Duration = Duration::from_micros(5);

macro_rules! node_kinds {
    ($($variant:ident $text:literal)*) => {
        /// The nodes and tokens that the conversion asks for.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(super) enum Kind { $($variant,)* Error, Other }

        fn kind_of(text: &str) -> Kind {
            match text { $($text => Kind::$variant,)* _ => Kind::Other }
        }
    };
}

node_kinds! {
    Program "program"
    LineComment "line_comment"
    BlockComment "block_comment"
    DecimalInteger "decimal_integer_literal"
    HexInteger "hex_integer_literal"
    OctalInteger "octal_integer_literal"
    BinaryInteger "binary_integer_literal"
    DecimalFloat "decimal_floating_point_literal"
    HexFloat "hex_floating_point_literal"
    True "true"
    False "false"
    Character "character_literal"
    StringLiteral "string_literal"
    Null "null_literal"
    Cast "cast_expression"
    Assignment "assignment_expression"
    Binary "binary_expression"
    InstanceOf "instanceof_expression"
    Lambda "lambda_expression"
    InferredParameters "inferred_parameters"
    Ternary "ternary_expression"
    Unary "unary_expression"
    Update "update_expression"
    ArrayCreation "array_creation_expression"
    DimensionsExpr "dimensions_expr"
    Parenthesized "parenthesized_expression"
    ClassLiteral "class_literal"
    ObjectCreation "object_creation_expression"
    FieldAccess "field_access"
    Template "template_expression"
    ArrayAccess "array_access"
    MethodInvocation "method_invocation"
    ArgumentList "argument_list"
    MethodReference "method_reference"
    TypeArguments "type_arguments"
    Wildcard "wildcard"
    Dimensions "dimensions"
    SwitchExpression "switch_expression"
    SwitchBlock "switch_block"
    SwitchGroup "switch_block_statement_group"
    SwitchRule "switch_rule"
    SwitchLabel "switch_label"
    Pattern "pattern"
    TypePattern "type_pattern"
    RecordPattern "record_pattern"
    RecordPatternBody "record_pattern_body"
    RecordPatternComponent "record_pattern_component"
    Underscore "underscore_pattern"
    Guard "guard"
    Block "block"
    ExpressionStatement "expression_statement"
    LabeledStatement "labeled_statement"
    AssertStatement "assert_statement"
    DoStatement "do_statement"
    BreakStatement "break_statement"
    ContinueStatement "continue_statement"
    ReturnStatement "return_statement"
    YieldStatement "yield_statement"
    SynchronizedStatement "synchronized_statement"
    ThrowStatement "throw_statement"
    TryStatement "try_statement"
    CatchClause "catch_clause"
    CatchParameter "catch_formal_parameter"
    CatchType "catch_type"
    FinallyClause "finally_clause"
    TryWithResources "try_with_resources_statement"
    ResourceSpecification "resource_specification"
    Resource "resource"
    IfStatement "if_statement"
    WhileStatement "while_statement"
    ForStatement "for_statement"
    EnhancedFor "enhanced_for_statement"
    MarkerAnnotation "marker_annotation"
    Annotation "annotation"
    ModuleDeclaration "module_declaration"
    PackageDeclaration "package_declaration"
    ImportDeclaration "import_declaration"
    Asterisk "asterisk"
    EnumDeclaration "enum_declaration"
    EnumBody "enum_body"
    EnumBodyDeclarations "enum_body_declarations"
    EnumConstant "enum_constant"
    ClassDeclaration "class_declaration"
    Visibility "visibility"
    Modifier "modifier"
    Modifiers "modifiers"
    TypeParameters "type_parameters"
    TypeParameter "type_parameter"
    TypeBound "type_bound"
    Superclass "superclass"
    SuperInterfaces "super_interfaces"
    TypeList "type_list"
    Permits "permits"
    ClassBody "class_body"
    StaticInitializer "static_initializer"
    ConstructorDeclaration "constructor_declaration"
    ConstructorBody "constructor_body"
    ConstructorInvocation "explicit_constructor_invocation"
    ScopedIdentifier "scoped_identifier"
    FieldDeclaration "field_declaration"
    RecordDeclaration "record_declaration"
    AnnotationTypeDeclaration "annotation_type_declaration"
    AnnotationTypeBody "annotation_type_body"
    AnnotationElement "annotation_type_element_declaration"
    InterfaceDeclaration "interface_declaration"
    ExtendsInterfaces "extends_interfaces"
    InterfaceBody "interface_body"
    ConstantDeclaration "constant_declaration"
    VariableDeclarator "variable_declarator"
    ArrayInitializer "array_initializer"
    AnnotatedType "annotated_type"
    ScopedType "scoped_type_identifier"
    GenericType "generic_type"
    ArrayType "array_type"
    IntegralType "integral_type"
    FloatingType "floating_point_type"
    BooleanType "boolean_type"
    VoidType "void_type"
    TypeIdentifier "type_identifier"
    FormalParameters "formal_parameters"
    FormalParameter "formal_parameter"
    ReceiverParameter "receiver_parameter"
    SpreadParameter "spread_parameter"
    Throws "throws"
    LocalVariable "local_variable_declaration"
    MethodDeclaration "method_declaration"
    CompactConstructor "compact_constructor_declaration"
    This "this"
    Super "super"
    Identifier "identifier"
    KeywordNew "new"
    KeywordStatic "static"
    KeywordModule "module"
    KeywordExtends "extends"
    KeywordDefault "default"
    Increment "++"
    Decrement "--"
    Semicolon ";"
    OpenBracket "["
    OpenBrace "{"
    CloseBrace "}"
    OpenParenthesis "("
    CloseParenthesis ")"
    Comma ","
    Dot "."
}

impl Kind {
    /// Tokens that say nothing beyond what the nodes around them say.
    fn is_punctuation(self) -> bool {
        matches!(
            self,
            Kind::OpenBrace
                | Kind::CloseBrace
                | Kind::OpenParenthesis
                | Kind::CloseParenthesis
                | Kind::Comma
                | Kind::Dot
        )
    }
}

macro_rules! node_fields {
    ($($variant:ident $text:literal)*) => {
        /// The named places of children that the conversion asks for.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(super) enum Field { $($variant,)* None }

        fn field_of(text: &str) -> Field {
            match text { $($text => Field::$variant,)* _ => Field::None }
        }
    };
}

node_fields! {
    Alternative "alternative"
    Arguments "arguments"
    Array "array"
    Body "body"
    Condition "condition"
    Consequence "consequence"
    Constructor "constructor"
    Declarator "declarator"
    Dimensions "dimensions"
    Element "element"
    Selected "field"
    Index "index"
    Init "init"
    Interfaces "interfaces"
    Left "left"
    Name "name"
    Object "object"
    Operand "operand"
    Operator "operator"
    Parameters "parameters"
    Pattern "pattern"
    Permits "permits"
    Resources "resources"
    Right "right"
    Superclass "superclass"
    Type "type"
    TypeArguments "type_arguments"
    TypeParameters "type_parameters"
    Update "update"
    Value "value"
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    kind: Kind,
    field: Field,
    missing: bool,
    start: u32,
    end: u32,
    /// The index after the last descendant.
    next: u32,
}

/// A token that tree-sitter made up to go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Missing {
    pub(super) at: usize,
    /// The token or node kind, in the grammar's words.
    pub(super) expected: String,
    pub(super) is_token: bool,
}

/// The whole file.
#[derive(Debug)]
pub(super) struct ConcreteTree {
    entries: Vec<Entry>,
    /// All comments, in order.
    pub(super) comments: Vec<Range<usize>>,
    /// The outermost regions that did not parse, in order.
    pub(super) errors: Vec<Range<usize>>,
    pub(super) missing: Vec<Missing>,
    /// Opening braces without their closing one, and closing ones without an opening one, in order.
    pub(super) unmatched_braces: Vec<usize>,
}

/// A node of a [`ConcreteTree`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<'t> {
    tree: &'t ConcreteTree,
    index: u32,
}

impl<'t> Node<'t> {
    fn entry(self) -> Entry {
        self.tree.entries[self.index as usize]
    }

    pub(super) fn kind(self) -> Kind {
        self.entry().kind
    }

    pub(super) fn is(self, kind: Kind) -> bool {
        self.kind() == kind
    }

    pub(super) fn field(self) -> Field {
        self.entry().field
    }

    pub(super) fn is_missing(self) -> bool {
        self.entry().missing
    }

    pub(super) fn start(self) -> usize {
        self.entry().start as usize
    }

    pub(super) fn end(self) -> usize {
        self.entry().end as usize
    }

    pub(super) fn children(self) -> Children<'t> {
        Children { tree: self.tree, index: self.index + 1, end: self.entry().next }
    }

    pub(super) fn child(self, kind: Kind) -> Option<Node<'t>> {
        self.children().find(|child| child.is(kind))
    }

    pub(super) fn at(self, field: Field) -> Option<Node<'t>> {
        self.children().find(|child| child.field() == field)
    }

    pub(super) fn all_at(self, field: Field) -> impl Iterator<Item = Node<'t>> {
        self.children().filter(move |child| child.field() == field)
    }

    /// Did something inside of the node not parse?
    pub(super) fn holds_error(self) -> bool {
        let (start, end) = (self.start(), self.end());
        let errors = &self.tree.errors;
        let missing = &self.tree.missing;
        let next_error = errors.get(errors.partition_point(|error| error.start < start));
        let next_missing = missing.get(missing.partition_point(|missing| missing.at < start));
        next_error.is_some_and(|error| error.start < end) || next_missing.is_some_and(|missing| missing.at <= end)
    }

    pub(super) fn has_broken_child(self) -> bool {
        self.children().any(|child| child.is(Kind::Error) || child.is_missing())
    }

    /// The node itself and all below it, in the order of the text.
    pub(super) fn descendants(self) -> impl Iterator<Item = Node<'t>> {
        (self.index..self.entry().next).map(move |index| Node { tree: self.tree, index })
    }
}

/// The children of a node, without comments and punctuation.
#[derive(Clone, Debug)]
pub(super) struct Children<'t> {
    tree: &'t ConcreteTree,
    index: u32,
    end: u32,
}

impl<'t> Iterator for Children<'t> {
    type Item = Node<'t>;

    fn next(&mut self) -> Option<Node<'t>> {
        if self.index >= self.end {
            return None;
        }
        let node = Node { tree: self.tree, index: self.index };
        self.index = node.entry().next;
        Some(node)
    }
}

/// Where the parser was when its time was over.
#[derive(Clone, Copy, Debug)]
pub(super) struct TooLong {
    pub(super) at: usize,
}

/// tree-sitter with the grammar of Java, and what its numbers of nodes and fields mean here. Making
/// it takes as long as reading a small file.
pub(crate) struct Grammar {
    parser: tree_sitter::Parser,
    language: tree_sitter::Language,
    kinds: Vec<Kind>,
    fields: Vec<Field>,
}

impl Grammar {
    pub(crate) fn new() -> Grammar {
        let language: tree_sitter::Language = tree_sitter_java_orchard::LANGUAGE.into();
        let mut parser = tree_sitter::Parser::new();
        // It fails for a grammar of another version only; then nothing can be parsed, which every
        // file reports.
        let _ = parser.set_language(&language);
        let kinds = (0..language.node_kind_count() as u16)
            .map(|id| language.node_kind_for_id(id).map_or(Kind::Other, kind_of))
            .collect();
        let fields = (0..=language.field_count() as u16)
            .map(|id| language.field_name_for_id(id).map_or(Field::None, field_of))
            .collect();
        Grammar { parser, language, kinds, fields }
    }
}

impl ConcreteTree {
    /// Parses `text`, unless tree-sitter takes too long.
    pub(super) fn parse(grammar: &mut Grammar, text: &str) -> Result<ConcreteTree, TooLong> {
        let mut reached = TooLong { at: 0 };
        let shown = hide_excess_dimensions(hide_endless_comments(hide_default_after_null(text)));
        let shown = hide_parentheses_of_names(shown);
        let bytes = shown.as_bytes();
        let deadline = Instant::now() + PARSE_TIME + PARSE_TIME_PER_BYTE * bytes.len() as u32;
        let mut watch = |state: &tree_sitter::ParseState| {
            reached = TooLong { at: state.current_byte_offset() };
            if Instant::now() < deadline { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let options = ParseOptions::new().progress_callback(&mut watch);
        let mut read = |at: usize, _| bytes.get(at..).unwrap_or(&[]);
        let Some(tree) = grammar.parser.parse_with_options(&mut read, None, Some(options)) else {
            // Or else it would go on with this text.
            grammar.parser.reset();
            return Err(reached);
        };
        Ok(Flattening::new(grammar, text).run(&tree))
    }

    pub(super) fn root(&self) -> Node<'_> {
        Node { tree: self, index: 0 }
    }
}

/// `case null, default` with a name in place of `default`: the same bytes everywhere else.
fn hide_default_after_null(text: &str) -> Cow<'_, str> {
    let mut hidden: Option<String> = None;
    for (at, _) in text.match_indices("default") {
        let before = text[..at].trim_end();
        let Some(before) = before.strip_suffix(',') else { continue };
        let follows_null = before.trim_end().ends_with("null");
        if follows_null {
            hidden.get_or_insert_with(|| text.to_owned()).replace_range(at..at + "default".len(), "defaul_");
        }
    }
    hidden.map_or(Cow::Borrowed(text), Cow::Owned)
}

/// How many `/*` after the last `*/` are left as they are: strings and line comments may hold some.
const OPENINGS_AFTER_LAST_COMMENT: usize = 16;

/// The text with a blank for the star of most `/*` that no `*/` follows.
fn hide_endless_comments(text: Cow<'_, str>) -> Cow<'_, str> {
    let after_last = text.rfind("*/").map_or(0, |at| at + 2);
    let openings = text[after_last..].match_indices("/*").skip(OPENINGS_AFTER_LAST_COMMENT);
    let stars: Vec<usize> = openings.map(|(at, _)| after_last + at + 1).collect();
    if stars.is_empty() {
        return text;
    }
    let mut hidden = text.into_owned();
    for star in stars {
        hidden.replace_range(star..=star, " ");
    }
    Cow::Owned(hidden)
}

/// How many pairs of brackets in a row are left: more than a type may have.
const DIMENSIONS_SHOWN: usize = 300;

/// The text with blanks for pairs of brackets that follow [`DIMENSIONS_SHOWN`] others.
fn hide_excess_dimensions(text: Cow<'_, str>) -> Cow<'_, str> {
    let mut excess: Vec<(usize, usize)> = Vec::new();
    let mut pairs = 0;
    let mut open = None;
    for (at, byte) in text.bytes().enumerate() {
        match (byte, open.take()) {
            (b' ' | b'\t' | b'\r' | b'\n' | b'\x0c', before) => open = before,
            (b'[', None) => open = Some(at),
            (b']', Some(start)) => {
                pairs += 1;
                if pairs > DIMENSIONS_SHOWN {
                    excess.push((start, at));
                }
            }
            _ => pairs = 0,
        }
    }
    if excess.is_empty() {
        return text;
    }
    let mut hidden = text.into_owned();
    for at in excess.into_iter().flat_map(|(start, end)| [start, end]) {
        hidden.replace_range(at..=at, " ");
    }
    Cow::Owned(hidden)
}

/// The pass that makes the list.
struct Flattening<'a> {
    grammar: &'a Grammar,
    open_braces: Vec<usize>,
    /// Up to where the last outermost error reaches.
    error_end: usize,
    tree: ConcreteTree,
}

impl<'a> Flattening<'a> {
    fn new(grammar: &'a Grammar, text: &str) -> Flattening<'a> {
        let tree = ConcreteTree {
            entries: Vec::with_capacity(text.len() / 6 + 1),
            comments: Vec::new(),
            errors: Vec::new(),
            missing: Vec::new(),
            unmatched_braces: Vec::new(),
        };
        Flattening { grammar, open_braces: Vec::new(), error_end: 0, tree }
    }

    /// One walk in preorder, with the open nodes on a list of their own instead of the call stack.
    fn run(mut self, tree: &tree_sitter::Tree) -> ConcreteTree {
        let mut cursor = tree.walk();
        let mut open: Vec<usize> = Vec::new();
        loop {
            let kept = self.visit(&cursor);
            if cursor.goto_first_child() {
                open.push(kept.unwrap_or(usize::MAX));
                continue;
            }
            self.close(kept);
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    self.tree.unmatched_braces.append(&mut self.open_braces);
                    self.tree.unmatched_braces.sort_unstable();
                    return self.tree;
                }
                self.close(open.pop().filter(|index| *index != usize::MAX));
            }
        }
    }

    fn close(&mut self, index: Option<usize>) {
        let next = self.tree.entries.len() as u32;
        if let Some(entry) = index.and_then(|index| self.tree.entries.get_mut(index)) {
            entry.next = next;
        }
    }

    /// Enters the node under the cursor, if it is one to keep.
    fn visit(&mut self, cursor: &tree_sitter::TreeCursor<'_>) -> Option<usize> {
        let node = cursor.node();
        let kind = if node.is_error() { Kind::Error } else { self.kind(node.kind_id()) };
        let (start, end) = (node.start_byte(), node.end_byte());
        let missing = start == end && node.is_missing();
        match kind {
            Kind::LineComment | Kind::BlockComment => {
                self.tree.comments.push(start..end);
                return None;
            }
            Kind::Error => self.enter_error(start, end),
            _ if missing => self.enter_missing(&node),
            Kind::OpenBrace => self.open_braces.push(start),
            Kind::CloseBrace => self.close_brace(start),
            _ => {}
        }
        if kind.is_punctuation() && !missing {
            return None;
        }
        let field = cursor.field_id().map_or(Field::None, |id| self.field(id.get()));
        let index = self.tree.entries.len();
        self.tree.entries.push(Entry { kind, field, missing, start: start as u32, end: end as u32, next: 0 });
        Some(index)
    }

    fn kind(&self, id: u16) -> Kind {
        self.grammar.kinds.get(usize::from(id)).copied().unwrap_or(Kind::Other)
    }

    fn field(&self, id: u16) -> Field {
        self.grammar.fields.get(usize::from(id)).copied().unwrap_or(Field::None)
    }

    fn enter_error(&mut self, start: usize, end: usize) {
        let is_outermost = self.tree.errors.is_empty() || start >= self.error_end;
        if is_outermost {
            self.tree.errors.push(start..end);
            self.error_end = end;
        }
    }

    fn enter_missing(&mut self, node: &tree_sitter::Node<'_>) {
        let id = node.kind_id();
        let expected = self.grammar.language.node_kind_for_id(id).unwrap_or("").to_owned();
        let is_token = !self.grammar.language.node_kind_is_named(id);
        self.tree.missing.push(Missing { at: node.start_byte(), expected, is_token });
    }

    fn close_brace(&mut self, at: usize) {
        if self.open_braces.pop().is_none() {
            self.tree.unmatched_braces.push(at);
        }
    }
}
