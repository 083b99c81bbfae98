//! Syntax trees of formulas.

use std::ops::Range;

use calcarray::ops::Operator;
use calcarray::{Text, Value};

/// An expression and its place in the text.
#[derive(Clone, Debug)]
pub(crate) struct Expression {
    pub kind: Kind,
    pub span: Range<usize>,
    /// The number of expressions within each other, this one included.
    pub height: usize,
}

#[derive(Clone, Debug)]
pub(crate) enum Kind {
    /// A number, a truth value, or any value between backticks.
    Constant(Value),
    /// A text.
    Text(Text),
    /// A name.
    Name(String),
    /// A word with its parts: `@Next(1, 0)`.
    Word(String, Vec<String>),
    /// A tile at a distance, and which entry of it: `next(2).value`.
    Tile { word: &'static str, distance: Vec<f64>, entry: Option<String> },
    /// An entry of a tile that is a value: `c.value`.
    Member(Box<Expression>, String),
    /// The entries of a definition, put into the line: `...$steps` at its start, `x.$steps` later.
    Splice(Option<Box<Expression>>, String),
    /// A list: `[1, x]`.
    List(Vec<Expression>),
    /// The running value: `_`.
    Running,
    /// An operator on values, with the form in which it is written.
    Apply { operator: Callee, form: Form, base: Box<Expression>, arguments: Vec<Expression> },
    /// A function that the author has defined, with its values: `half(value)`.
    Call(String, Vec<Expression>),
    /// A function of a list's entries: `(x, i) => x + i`. Words may stand before it.
    Lambda { words: Vec<String>, parameters: Vec<String>, body: Vec<Statement> },
    /// An expression in brackets.
    Group(Box<Expression>),
    /// Statements, one after the other; in brackets, or as a whole formula.
    Sequence(Vec<Statement>),
    /// A line with words of its own at the start: `@var_copy { … }`.
    Modified { words: Vec<String>, body: Vec<Statement> },
}

/// The operator of an [`Kind::Apply`].
#[derive(Clone, Debug)]
pub(crate) enum Callee {
    /// A row of the table.
    Known(&'static Operator),
    /// Any text between quotes, with as many arguments as are written.
    Quoted(Text),
}

/// The form in which an operator is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Between its values.
    Infix(Level),
    /// Before its value.
    Prefix,
    /// After its value: `x.floor(1)`, `x[i]`, `x.length`.
    Postfix,
    /// Before all its values: `floor(x, 1)`.
    Function,
}

/// How tightly an operator binds; the tightest last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Level {
    Sequence,
    Or,
    And,
    Relation,
    Sum,
    Product,
    Power,
    Prefix,
    Postfix,
}

/// The names that a function, a loop or a `let` gives to a value.
#[derive(Clone, Debug)]
pub(crate) enum Pattern {
    /// A name for the value: `x`.
    Whole(String),
    /// Names for the entries of a list: `[row, column]`.
    Entries(Vec<String>),
}

impl Pattern {
    /// The name of the value itself. Of a list whose entries have names it is one that no author
    /// can give.
    pub fn name(&self) -> String {
        match self {
            Pattern::Whole(name) => name.clone(),
            Pattern::Entries(names) => format!("[{}]", names.join(", ")),
        }
    }

    /// The names of entries, with their places in the list.
    pub fn entries(&self) -> impl Iterator<Item = (usize, String)> + '_ {
        let names: &[String] = match self {
            Pattern::Whole(_) => &[],
            Pattern::Entries(names) => names,
        };
        names.iter().cloned().enumerate().filter(|(_, name)| name != "_")
    }
}

/// A part of a script.
#[derive(Clone, Debug)]
pub(crate) enum Statement {
    /// A value; the running value becomes this one.
    Value(Expression),
    /// `target = value`, or with an operator, `target += value`.
    Set { target: Expression, operator: Option<&'static Operator>, value: Expression },
    /// A new variable.
    Let(String, Expression),
    /// An operator that is there for its effect.
    Step(&'static Operator, Vec<Expression>),
    /// `if`, `else_if` and `repeat` with what comes after them, `else` without. An open block goes
    /// on to the end: `if x: …`.
    Block { operator: &'static Operator, condition: Option<Expression>, body: Vec<Statement>, is_open: bool },
}

impl Expression {
    /// Makes an expression that stands nowhere.
    pub fn new(kind: Kind) -> Expression {
        Expression::at(kind, 0..0)
    }

    pub fn at(kind: Kind, span: Range<usize>) -> Expression {
        let height = 1 + kind.height();
        Expression { kind, span, height }
    }

    /// The expression within its brackets, and how many pairs there are.
    pub fn ungrouped(&self) -> (&Expression, usize) {
        let (mut inner, mut pairs) = (self, 0);
        while let Kind::Group(next) = &inner.kind {
            inner = next;
            pairs += 1;
        }
        (inner, pairs)
    }

    /// Returns true for the word of the grid, and for its name.
    pub fn is_grid(&self) -> bool {
        match &self.kind {
            Kind::Name(name) => name == "grid",
            Kind::Word(word, parts) => word == "@Grid" && parts.is_empty(),
            _ => false,
        }
    }

    /// Returns how tightly the expression holds together without brackets.
    pub fn level(&self) -> Level {
        match &self.kind {
            Kind::Apply { form: Form::Infix(level), .. } => *level,
            Kind::Apply { form: Form::Prefix, .. } => Level::Prefix,
            Kind::Sequence(_) | Kind::Lambda { .. } => Level::Sequence,
            _ => Level::Postfix,
        }
    }
}

impl Kind {
    /// The height of the highest part.
    fn height(&self) -> usize {
        let highest = |parts: &[Expression]| parts.iter().map(|part| part.height).max().unwrap_or_default();
        match self {
            Kind::Member(base, _) | Kind::Group(base) | Kind::Splice(Some(base), _) => base.height,
            Kind::List(entries) | Kind::Call(_, entries) => highest(entries),
            Kind::Apply { base, arguments, .. } => base.height.max(highest(arguments)),
            Kind::Lambda { body, .. } | Kind::Sequence(body) | Kind::Modified { body, .. } => {
                body.iter().map(Statement::height).max().unwrap_or_default()
            }
            _ => 0,
        }
    }
}

impl Statement {
    pub fn height(&self) -> usize {
        match self {
            Statement::Value(value) | Statement::Let(_, value) => value.height,
            Statement::Set { target, value, .. } => target.height.max(value.height),
            Statement::Step(_, arguments) => {
                arguments.iter().map(|value| value.height).max().unwrap_or_default()
            }
            Statement::Block { condition, body, .. } => {
                let condition = condition.as_ref().map_or(0, |condition| condition.height);
                1 + body.iter().map(Statement::height).max().unwrap_or_default().max(condition)
            }
        }
    }
}

impl Form {
    /// Returns true if a base of this level has to stand in brackets.
    pub fn needs_brackets(self, base: Level) -> bool {
        match self {
            // Languages differ in what -2 ^ 2 is.
            Form::Infix(Level::Power) => base < Level::Postfix,
            Form::Infix(level) => base < level || (base == level && !level.chains()),
            Form::Prefix => base < Level::Prefix,
            Form::Postfix => base < Level::Postfix,
            Form::Function => base == Level::Sequence,
        }
    }
}

impl Level {
    /// Returns true if operators of this level can follow each other without brackets.
    pub fn chains(self) -> bool {
        !matches!(self, Level::Relation | Level::Power)
    }
}

/// Returns true if statements, or blocks in them, set a variable of this name.
pub(crate) fn sets(statements: &[Statement], name: &str) -> bool {
    statements.iter().any(|statement| match statement {
        Statement::Set { target, .. } => {
            let mut base = target;
            while let Kind::Apply { base: inner, .. } | Kind::Member(inner, _) = &base.kind {
                base = inner;
            }
            matches!(&base.kind, Kind::Name(own) if own == name)
        }
        Statement::Block { body, .. } => sets(body, name),
        Statement::Value(Expression { kind: Kind::Modified { body, .. } | Kind::Sequence(body), .. }) => {
            sets(body, name)
        }
        _ => false,
    })
}

/// Returns true if an expression goes on with the running value.
pub(crate) fn goes_on(value: &Expression) -> bool {
    match &value.kind {
        Kind::Running => true,
        Kind::Apply { base, .. } | Kind::Member(base, _) | Kind::Splice(Some(base), _) => {
            let (inner, pairs) = base.ungrouped();
            pairs <= 1 && goes_on(inner)
        }
        _ => false,
    }
}
