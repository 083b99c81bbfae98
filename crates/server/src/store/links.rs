//! Links to the site under short keys. They stay until an operator removes them.

use serde::{Deserialize, Serialize};

use super::snapshot::within;
use super::{Error, Restore, Snapshot, Store, Trouble, asked, on};
use crate::daily::DAY;
use crate::token::sha256;

/// Letters of the hash of a link that its key has: a longer key is taken where another link has the
/// shorter one.
const LETTERS: [usize; 3] = [10, 20, 64];

const INSERT: &str = "INSERT INTO links (key, link, created) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";

/// A link to the site. As JSON it is a line of an export.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
pub struct Link {
    /// Its name in addresses.
    pub key: String,
    /// The fragment of the address that it leads to.
    pub link: String,
    /// The time at which it was made last, to a day, in milliseconds since 1970.
    pub created: i64,
}

impl Link {
    /// Returns true if the key is one that the link may have.
    pub fn has_its_key(&self) -> bool {
        keys(&self.link).any(|key| key == self.key)
    }
}

/// The keys that a link may have, the shortest first.
fn keys(link: &str) -> impl Iterator<Item = String> {
    let hash = sha256(link.as_bytes());
    LETTERS.into_iter().map(move |letters| hash.chars().take(letters).collect())
}

impl Store {
    /// The key of a link that is made again, if it is kept. It counts as made now: so a link that is in use is not
    /// removed with old ones.
    ///
    /// # Errors
    /// The database fails.
    pub async fn key_of_link(&self, link: &str, now: i64) -> Result<Option<String>, Error> {
        let select = "SELECT link, created FROM links WHERE key = $1";
        for key in keys(link) {
            let kept: Option<(String, i64)> =
                on!(self, pool => sqlx::query_as(select).bind(&key).fetch_optional(pool).await?);
            match kept {
                // Most are made several times a day; only the first of these writes.
                Some((kept, created)) if kept == link && created >= now - DAY => return Ok(Some(key)),
                Some((kept, _)) if kept == link => {
                    return Ok(self.renew_link(&key, now).await?.then_some(key));
                }
                Some(_) => {}
                None => return Ok(None),
            }
        }
        Ok(None)
    }

    /// Returns false if the link is gone.
    async fn renew_link(&self, key: &str, now: i64) -> Result<bool, Error> {
        self.check_file()?;
        let renew = "UPDATE links SET created = $2 WHERE key = $1";
        let renewed =
            on!(self, pool => sqlx::query(renew).bind(key).bind(now).execute(pool).await?.rows_affected());
        Ok(renewed > 0)
    }

    /// Keeps a link, and returns its key. A link that is kept already keeps its key.
    ///
    /// # Errors
    /// The database fails.
    pub async fn keep_link(&self, link: &str, now: i64) -> Result<String, Error> {
        self.check_file()?;
        for key in keys(link) {
            on!(self, pool => { sqlx::query(INSERT).bind(&key).bind(link).bind(now).execute(pool).await?; });
            if self.link(&key).await?.as_deref() == Some(link) {
                return Ok(key);
            }
        }
        Err(Error::new(Trouble::Program, "two links have one hash".to_owned()))
    }

    /// The link of a key.
    ///
    /// # Errors
    /// The database fails.
    pub async fn link(&self, key: &str) -> Result<Option<String>, Error> {
        let select = "SELECT link FROM links WHERE key = $1";
        Ok(on!(self, pool => sqlx::query_scalar(select).bind(asked(key)).fetch_optional(pool).await?))
    }
}

impl Snapshot {
    /// Links, by key, behind the one named `after`.
    ///
    /// # Errors
    /// The database fails.
    pub async fn links(&mut self, after: &str, limit: i64) -> Result<Vec<Link>, Error> {
        let select = "SELECT key, link, created FROM links WHERE key > $1 ORDER BY key LIMIT $2";
        let rows: Vec<(String, String, i64)> =
            within!(self.0, on => sqlx::query_as(select).bind(after).bind(limit).fetch_all(on).await?);
        Ok(rows.into_iter().map(|(key, link, created)| Link { key, link, created }).collect())
    }
}

impl Restore {
    /// Restores a link; returns true if its key is that of this link then, and of no other one.
    ///
    /// # Errors
    /// The database fails.
    pub async fn link(&mut self, link: &Link) -> Result<bool, Error> {
        let select = "SELECT link FROM links WHERE key = $1";
        within!(self.0, on => {
            let query = sqlx::query(INSERT).bind(&link.key).bind(&link.link);
            query.bind(link.created).execute(&mut *on).await?;
            let kept: String = sqlx::query_scalar(select).bind(&link.key).fetch_one(on).await?;
            Ok(kept == link.link)
        })
    }
}
