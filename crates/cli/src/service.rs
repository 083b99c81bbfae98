//! The client of a score service, over HTTP.

pub mod answer;
mod calls;
pub mod secrets;
pub mod submission;

use std::sync::OnceLock;
use std::time::Duration;

use polymerge_app::failure::Failure;
use serde_json::Value;
use ureq::Agent;

use polymerge_app::line::line;

pub use calls::service_calls;

/// Returns the path of a game in the service.
pub fn game_path(id: &str) -> Result<String, Failure> {
    if id.is_empty() || !id.chars().all(|letter| letter.is_ascii_alphanumeric()) {
        return Err(Failure::input(format!(
            "{id:?} is not the name of a game: it has letters and digits only"
        )));
    }
    Ok(format!("/v1/scores/{id}"))
}

/// The environment variable with the address of the service.
const VARIABLE: &str = "POLYMERGE_SERVER";

/// The address that the command line names, for the game that is played then.
static CHOSEN: OnceLock<String> = OnceLock::new();

/// The time limit for a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(8);

/// The time limit for an answer: a service plays a long game again before it answers.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(40);

/// The largest answer, in bytes.
const LONGEST: u64 = 16 << 20;

/// The reason why a service refused a request.
#[derive(Debug)]
pub struct Refusal {
    /// The service's word for the reason; empty where it gave none.
    kind: String,
    failure: Failure,
}

impl Refusal {
    /// Returns true if the service does not know the token, or wants another one.
    pub fn is_wrong_token(&self) -> bool {
        ["wrong-token", "no-token"].contains(&self.kind.as_str())
    }
}

impl Refusal {
    /// Returns true if the service gives this word for the reason.
    pub fn is(&self, kind: &str) -> bool {
        self.kind == kind
    }

    /// Returns true if the service has answered, and the same later would be refused, too.
    pub fn is_final(&self) -> bool {
        let passing = ["", "too-often", "busy", "unavailable", "failed", "no-room"];
        !passing.contains(&self.kind.as_str())
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Failure {
        refusal.failure
    }
}

/// A score service.
pub struct Service {
    address: String,
    agent: Agent,
}

impl Service {
    /// Returns the address in the environment.
    pub fn named_by_environment() -> Option<String> {
        let chosen = CHOSEN.get().cloned();
        chosen.or_else(|| std::env::var(VARIABLE).ok().filter(|address| !address.is_empty()))
    }

    /// Makes this the service of the game that is played next.
    pub fn play_with(&self) {
        // A program plays with one.
        let _is_first = CHOSEN.set(self.address.clone());
    }

    /// Returns the service at an address, or at that of the environment.
    pub fn at(address: Option<&str>) -> Result<Service, Failure> {
        let given = address.filter(|address| !address.is_empty()).map(str::to_owned);
        let Some(given) = given.or_else(Service::named_by_environment) else {
            return Err(Failure::input(format!(
                "which score service? Give --server ADDRESS, or set {VARIABLE}, to something like http://127.0.0.1:8048"
            )));
        };
        let address = given.trim_end_matches('/').to_owned();
        let secure = address.starts_with("https://");
        if !secure && !address.starts_with("http://") {
            let message =
                format!("{address}: the address of a score service begins with http:// or https://");
            return Err(Failure::input(message));
        }
        if secure && !cfg!(feature = "https") {
            return Err(Failure::input(format!(
                "{address}: this program was built without https; build it with --features https, or give an \
                 address that begins with http://"
            )));
        }
        let config = Agent::config_builder()
            .timeout_global(Some(ANSWER_TIMEOUT))
            .timeout_connect(Some(CONNECT_TIMEOUT))
            .http_status_as_error(false)
            .user_agent(concat!("polymerge/", env!("CARGO_PKG_VERSION")));
        #[cfg(feature = "https")]
        let config = config.tls_config(
            ureq::tls::TlsConfig::builder()
                .provider(ureq::tls::TlsProvider::NativeTls)
                .root_certs(ureq::tls::RootCerts::PlatformVerifier)
                .build(),
        );
        Ok(Service { address, agent: config.build().into() })
    }

    /// Returns the address, under which the secrets of the service are saved.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Sends a GET request.
    pub fn get(&self, path: &str, query: &[(&str, &str)], token: Option<&str>) -> Result<Value, Refusal> {
        let request = self.agent.get(format!("{}{path}", self.address)).query_pairs(query.iter().copied());
        self.answer(authorized(request, token).call()).map(|(_, answer)| answer)
    }

    /// Sends a POST request. Also returns true if it has created something.
    pub fn post(&self, path: &str, token: Option<&str>, body: &Value) -> Result<(bool, Value), Refusal> {
        let request = self.agent.post(format!("{}{path}", self.address));
        self.answer(authorized(request, token).content_type("application/json").send(body.to_string()))
    }

    /// Sends a PATCH request.
    pub fn patch(&self, path: &str, token: &str, body: &Value) -> Result<(), Refusal> {
        let request = self.agent.patch(format!("{}{path}", self.address));
        let request = authorized(request, Some(token)).content_type("application/json");
        self.answer(request.send(body.to_string())).map(drop)
    }

    /// Sends a DELETE request. Returns its answer, which may be none.
    pub fn delete(&self, path: &str, token: &str) -> Result<Value, Refusal> {
        let request = self.agent.delete(format!("{}{path}", self.address));
        self.answer(authorized(request, Some(token)).call()).map(|(_, answer)| answer)
    }

    /// Returns the body of an answer, and true if the request has created something.
    fn answer(
        &self,
        answer: Result<ureq::http::Response<ureq::Body>, ureq::Error>,
    ) -> Result<(bool, Value), Refusal> {
        let failed = |error: &dyn std::fmt::Display| Refusal {
            kind: String::new(),
            failure: Failure::result(format!("{}: {error}", self.address)),
        };
        let mut answer = answer.map_err(|error| failed(&error))?;
        let status = answer.status();
        let body = answer.body_mut().with_config().limit(LONGEST).read_to_string();
        let body = body.map_err(|error| failed(&error))?;
        if status.is_success() && body.is_empty() {
            return Ok((false, Value::Null));
        }
        let value: Option<Value> = serde_json::from_str(&body).ok();
        let refused = value.as_ref().and_then(|value| value["message"].as_str()).map(line);
        let kind = value.as_ref().and_then(|value| value["kind"].as_str()).unwrap_or_default().to_owned();
        match (status.is_success(), value, refused) {
            (true, Some(value), _) => Ok((status.as_u16() == 201, value)),
            (_, _, Some(message)) => {
                let wait = answer.headers().get("retry-after").and_then(|value| value.to_str().ok());
                let wait = wait.map(|seconds| format!(" (ask again in {seconds} s)")).unwrap_or_default();
                Err(Refusal { kind, ..failed(&format!("{message}{wait}")) })
            }
            _ => {
                Err(failed(&format!("this is not an answer of a score service (status {})", status.as_u16())))
            }
        }
    }
}

/// Adds the token of the player to a request.
fn authorized<B>(request: ureq::RequestBuilder<B>, token: Option<&str>) -> ureq::RequestBuilder<B> {
    match token {
        Some(token) => request.header("authorization", format!("Bearer {token}")),
        None => request,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests that an address without TLS gives an error.
    #[cfg(feature = "https")]
    #[test]
    fn https_that_fails_is_said() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("https://{}", listener.local_addr().unwrap());
        let closing = std::thread::spawn(move || listener.accept().map(drop));
        let answer = Service::at(Some(&address)).unwrap().get("/v1/boards", &[], None);
        closing.join().unwrap().unwrap();
        assert!(answer.unwrap_err().failure.message().contains(&address));
    }

    #[cfg(not(feature = "https"))]
    #[test]
    fn https_is_refused_without_the_feature() {
        let refused = Service::at(Some("https://localhost")).err().unwrap();
        assert!(refused.message().contains("--features https"), "{refused:?}");
    }
}
