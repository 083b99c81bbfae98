//! Groups of modes, as lists show them.

/// A group of modes in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// A few to begin with.
    Start,
    /// Towards a power of a number.
    Powers,
    /// Neighbours in a sequence.
    Sequences,
    /// Products, divisors and primes.
    Factors,
    /// Merges that leave something behind.
    Absorbing,
    /// Parts of a tile, each added once.
    Filling,
    /// Numbers of other kinds, and rules of arithmetic.
    Numbers,
    /// Numbers and their multiples, without an end.
    Dive,
    /// Other games that were made of rules, looks and scripts.
    Games,
    /// Modes of people, whose families are their own.
    Others,
}

/// The modes to begin with, in this order: the game that everybody knows, then those that show
/// how different the others are.
const START: &[&str] = &[
    "classic",
    "001-2048",
    "002-2187",
    "026-2584",
    "009-1000",
    "034-partial-absorb-243",
    "032-bicolor-2187",
    "050-dive",
    "120-vs-the-void-tiler",
];

/// The families of each group.
const FAMILIES: &[(Group, &[&str])] = &[
    (Group::Powers, &["powers"]),
    (Group::Sequences, &["fibonacci", "sequences", "triangular", "pascal", "counting"]),
    (Group::Factors, &["factors", "factorials", "primes", "semiprimes"]),
    (Group::Absorbing, &["partial absorb"]),
    (Group::Filling, &["ratio-fill"]),
    (Group::Numbers, &["integers", "modular", "wildcards", "pairs", "complex numbers", "rationals"]),
    (Group::Dive, &["dive"]),
    (Group::Games, &["games"]),
];

impl Group {
    /// The list of all groups, in the order in which they are shown.
    pub const ALL: &'static [Group] = &[
        Group::Start,
        Group::Powers,
        Group::Sequences,
        Group::Factors,
        Group::Absorbing,
        Group::Filling,
        Group::Numbers,
        Group::Dive,
        Group::Games,
        Group::Others,
    ];

    /// The group of a mode of this name and family.
    pub(crate) fn of(name: &str, family: &str) -> Group {
        if START.contains(&name) {
            return Group::Start;
        }
        let own = FAMILIES.iter().find(|(_, families)| families.contains(&family));
        own.map_or(Group::Others, |(group, _)| *group)
    }

    /// Returns the title.
    pub fn title(self) -> &'static str {
        match self {
            Group::Start => "Start here",
            Group::Powers => "Powers: add up to a number, and again",
            Group::Sequences => "Sequences: neighbours merge into the next",
            Group::Factors => "Products: factors, primes, factorials",
            Group::Absorbing => "Partial Absorb: something is left behind",
            Group::Filling => "Ratio-Fill: add each part once",
            Group::Numbers => "Numbers with rules of their own",
            Group::Dive => "DIVE: multiples and divisors, without an end",
            Group::Games => "Games: decks, rows, crates, rivals, rain",
            Group::Others => "Others",
        }
    }

    /// The first words of its title.
    pub fn name(self) -> &'static str {
        self.title().split(':').next().unwrap_or_default()
    }

    /// The place of a mode within its group, where the order of the catalogue is not kept.
    pub(crate) fn place(name: &str) -> Option<usize> {
        START.iter().position(|own| *own == name)
    }
}
