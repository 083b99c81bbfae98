//! Numbers of changes, by which those who cache something see that it may be old, also where another
//! service beside the same database made the change.

use super::{Error, Store, on};

/// The name of the number of orders, by which games on their way were allowed: blocked texts, hidden boards,
/// and imports.
pub(super) const ORDERS: &str = "orders";

/// The name of the number of changes of games that were there: what operators do, and what players rename
/// and erase.
pub(super) const CHANGES: &str = "changes";

/// Raises a number by its name, last in the transaction that makes the change: others that raise it wait
/// until that one has ended.
pub(super) const RAISE: &str = "INSERT INTO meta (name, value) VALUES ($1, '1') ON CONFLICT (name) DO UPDATE \
                                SET value = CAST(CAST(meta.value AS BIGINT) + 1 AS TEXT)";

/// Raises the number of changes within a transaction.
macro_rules! note_change {
    ($transaction:expr) => {
        let (raise, changes) = ($crate::store::changes::RAISE, $crate::store::changes::CHANGES);
        sqlx::query(raise).bind(changes).execute(&mut *$transaction).await?;
    };
}
pub(super) use note_change;

/// Raises the numbers of orders and of changes within a transaction.
macro_rules! note_order {
    ($transaction:expr) => {
        // In one order, as all who raise several.
        for number in [$crate::store::changes::ORDERS, $crate::store::changes::CHANGES] {
            sqlx::query($crate::store::changes::RAISE).bind(number).execute(&mut *$transaction).await?;
        }
    };
}
pub(super) use note_order;

impl Store {
    /// The number of orders so far.
    ///
    /// # Errors
    /// The database fails.
    pub async fn orders(&self) -> Result<i64, Error> {
        self.number(ORDERS).await
    }

    /// The number of changes so far of games that were there.
    ///
    /// # Errors
    /// The database fails.
    pub async fn changes(&self) -> Result<i64, Error> {
        self.number(CHANGES).await
    }

    async fn number(&self, name: &str) -> Result<i64, Error> {
        let select = "SELECT CAST(value AS BIGINT) FROM meta WHERE name = $1";
        let found: Option<i64> =
            on!(self, pool => sqlx::query_scalar(select).bind(name).fetch_optional(pool).await?);
        Ok(found.unwrap_or(0))
    }
}
