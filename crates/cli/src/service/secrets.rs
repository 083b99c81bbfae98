//! The secrets of a player at score services: a claim token for each service, and the sessions of
//! ranked games. Only the owner of their file can read it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use polymerge_app::failure::Failure;
use polymerge_app::folders::{self, io_reason, read_if_any};
use polymerge_app::input;
use polymerge_app::saves::now;
use serde::{Deserialize, Serialize};

/// The secrets at one service.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ServiceSecrets {
    /// The claim token, which proves that games are this player's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
    /// The token for the first game, until an answer confirms it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made: Option<String>,
    /// Earlier tokens, which still own games.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub former: Vec<String>,
    /// The ranked games that were begun.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sessions: Vec<Session>,
}

impl ServiceSecrets {
    /// Returns all tokens, the one for new games first. The unconfirmed one may have games, too: an
    /// answer can be lost.
    pub fn tokens(&self) -> impl Iterator<Item = &str> {
        self.token.iter().chain(self.former.iter().rev()).chain(&self.made).map(String::as_str)
    }

    /// Uses a token for new games. The one before stays for its games.
    pub fn begin_with(&mut self, token: &str) {
        self.made = None;
        let before = self.token.replace(token.to_owned());
        self.former.extend(before.filter(|before| before != token));
    }
}

/// A ranked game that was begun.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Session {
    /// The secret name of the session.
    pub session: String,
    /// The seed of the game.
    pub seed: String,
    /// The time at which the session expires, in milliseconds since 1970.
    pub expires: u64,
}

/// The secrets at all services, by address.
#[derive(Debug)]
pub struct Secrets {
    file: PathBuf,
    own: BTreeMap<String, ServiceSecrets>,
}

impl Secrets {
    /// Reads the secrets of the user.
    pub fn of_user() -> Result<Secrets, Failure> {
        let Some(data) = folders::data() else {
            let message = "there is no folder to keep the claim token in: set HOME or XDG_DATA_HOME";
            return Err(Failure::result(message));
        };
        let file = data.join("scores.json");
        Ok(Secrets { own: read(&file)?, file })
    }

    /// Returns the secrets at a service for requests that need none: a failure to read them is only
    /// noted.
    pub fn read_or_default(address: &str) -> ServiceSecrets {
        let Some(data) = folders::data() else { return ServiceSecrets::default() };
        match read(&data.join("scores.json")) {
            Ok(mut own) => own.remove(address).unwrap_or_default(),
            Err(failure) => {
                input::note(&format!("note: {}", failure.message()));
                ServiceSecrets::default()
            }
        }
    }

    /// Returns the secrets at a service.
    pub fn at(&self, address: &str) -> ServiceSecrets {
        self.own.get(address).cloned().unwrap_or_default()
    }

    /// Returns the token for the first game of a new player at a service. It is saved before the
    /// game is sent, so that a lost answer loses nothing.
    pub fn made_at(&mut self, address: &str) -> Result<String, Failure> {
        let new = new_token()?;
        let mut made = String::new();
        self.change(address, |own| made.clone_from(own.made.get_or_insert(new)))?;
        Ok(made)
    }

    /// Changes the secrets at a service as they are in the file by now, and saves all. Expired
    /// sessions are forgotten.
    pub fn change(&mut self, address: &str, change: impl FnOnce(&mut ServiceSecrets)) -> Result<(), Failure> {
        // Another program may have kept some while a service was asked.
        self.own = read(&self.file)?;
        let own = self.own.entry(address.to_owned()).or_default();
        change(own);
        let now = now();
        own.sessions.retain(|session| session.expires > now);
        self.write()
    }

    /// Checks that secrets can be saved, before a request whose answer comes only once.
    pub fn prepare(&self) -> Result<(), Failure> {
        self.write().map_err(|failure| {
            failure.with("what the service answers could not be kept, so it was not asked")
        })
    }

    fn write(&self) -> Result<(), Failure> {
        let file = &self.file;
        let text = serde_json::to_vec_pretty(&self.own)
            .map_err(|error| Failure::result(error).of(file.display()))?;
        let folder = file.parent().map_or(Ok(()), fs::create_dir_all);
        let written = folder.and_then(|()| folders::write_secret(file, &text));
        written.map_err(|error| Failure::result(io_reason(&error)).of(file.display()))
    }
}

/// Returns a new claim token.
pub fn new_token() -> Result<String, Failure> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)
        .map_err(|error| Failure::result(format!("the system has no random numbers: {error}")))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Reads a file of secrets; a missing one has none.
fn read(file: &Path) -> Result<BTreeMap<String, ServiceSecrets>, Failure> {
    let fail = |reason: &str| Failure::result(reason).of(file.display());
    let bytes = read_if_any(file).map_err(|error| fail(&io_reason(&error)))?;
    let Some(bytes) = bytes else { return Ok(BTreeMap::new()) };
    serde_json::from_slice(&bytes).map_err(|error| {
        let what = match bytes.trim_ascii().is_empty() {
            true => "it is empty",
            false if error.is_eof() => "its end is missing",
            false => "it is damaged",
        };
        fail(&format!("your claim tokens can't be read: {what}. Put a copy of the file back, or move it away to begin anew"))
    })
}
