//! Bars: the patterns by which large primes are told apart
//! (docs/spec/display.md, "DIVE bars"; Gaussian primes:
//! docs/spec/display.md, "Gaussian DIVE").
//!
//! What is left of a prime's neighbour is a tree of factors, and the tree is
//! drawn as bars within bars.

use calcarray::color::{Gradient, Paint, Stop};

use crate::view::Layer;

/// A number as small exponents and further prime factors, which have a node
/// of their own.
#[derive(Clone, Debug)]
pub struct Node {
    /// Exponents of the small primes.
    pub small: Vec<i64>,
    /// The other prime factors.
    pub children: Vec<Child>,
}

/// A prime factor that is no small one.
#[derive(Clone, Debug)]
pub struct Child {
    /// The size of the prime to the power of its exponent.
    pub power: f64,
    /// The neighbour of the prime.
    pub node: Node,
}

impl Node {
    /// The number of nodes on the longest path from here to a leaf.
    pub fn depth(&self) -> usize {
        1 + self.children.iter().map(|child| child.node.depth()).max().unwrap_or(0)
    }

    fn largest(&self) -> f64 {
        self.children.iter().map(|child| child.power).fold(0.0, f64::max)
    }
}

/// The differences between the families that have bars.
pub trait BarStyle {
    /// Length of the whole pattern for this largest power, in percent.
    fn length(&self, largest: f64) -> f64;
    /// The relative length of the bar of a smaller power.
    fn inner_ratio(&self, ratio: f64) -> f64;
    /// The relative length of the bar of a smaller power within another bar.
    fn nested_ratio(&self, ratio: f64) -> f64;
    /// Returns true if the bars take more room than usual even if there is only
    /// one.
    fn is_long(&self, first: &Node) -> bool;
    /// The part between two bars, the `index`-th, from `x` on.
    fn outer(&self, index: usize, x: f64, length: f64) -> Vec<Stop>;
    /// A bar, lying `level` bars deep.
    fn bar(&self, node: &Node, x: f64, length: f64, level: usize) -> Vec<Stop>;
}

/// A stop at one position or between two.
pub fn stop(paint: impl Into<Paint>, at: &[f64]) -> Stop {
    Stop { paint: paint.into(), at: at.to_vec() }
}

/// A bar that is still to be drawn: its node and its place.
type Bar<'a> = (&'a Node, f64, f64);

/// The image for a tree with children, and the layers within, from the outside
/// inwards.
pub fn draw(root: &Node, style: &dyn BarStyle, direction: f64, mask: &Gradient) -> Layer {
    let largest = root.largest();
    let count = root.children.len();
    let length = style.length(largest) / count as f64;
    let long = count > 1 || root.children.first().is_some_and(|child| style.is_long(&child.node));
    let (outer, inner) = if long { (length / 2.0, length / 2.0) } else { (2.0 * length / 3.0, length / 3.0) };
    let gradient = || Gradient::linear().repeating().angle(direction + 90.0);

    let mut image = gradient();
    let mut bars: Vec<Bar> = Vec::new();
    let mut x = 0.0;
    for index in 0..2 * count {
        image.stops.extend(style.outer(index, x, outer));
        x += outer;
        let child = &root.children[index % count];
        let width = inner * style.inner_ratio(child.power / largest);
        image.stops.extend(style.bar(&child.node, x, width, 1));
        if index < count {
            bars.push((&child.node, x, width));
        }
        x += width;
        if index + 1 == count {
            // One period; the second run only continues the outer pattern.
            bars.push((root, x, 0.0));
        }
    }
    let period = bars.pop().map_or(x, |(_, period, _)| period);

    let mut layer = Layer::image(image).masked(mask.clone());
    let mut level = 2;
    while !bars.is_empty() {
        let mut image = gradient();
        let mut next: Vec<Bar> = Vec::new();
        let mut end = 0.0;
        for (node, start, width) in bars {
            if node.children.is_empty() {
                continue;
            }
            let largest = node.largest();
            let ratio = |child: &Child| style.nested_ratio(child.power / largest);
            let unit =
                width / (node.children.iter().map(ratio).sum::<f64>() + node.children.len() as f64 + 1.0);
            let mut x = start;
            for child in &node.children {
                x += unit;
                let length = unit * ratio(child);
                image.push("#0000", &[end, x]);
                image.stops.extend(style.bar(&child.node, x, length, level));
                next.push((&child.node, x, length));
                x += length;
                end = x;
            }
        }
        if !next.is_empty() {
            image.push("#0000", &[end, period]);
            layer.picture.layers.push(Layer::image(image).masked(mask.clone()));
        }
        bars = next;
        level += 1;
    }
    layer
}
