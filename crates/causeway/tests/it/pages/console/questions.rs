//! The questions of `questions.toml`, each answered in at most three clicks: on both engines where they search, and those
//! of operations without the script too.

use causeway_testing::postgres::{Durability, database_with};
use serde::Deserialize;

use super::visit::Visit;
use crate::pages::browser::Browser;
use crate::served_demo::ServedDemo;

const QUESTIONS: &str = include_str!("questions.toml");

const MOST_CLICKS: usize = 3;

/// All questions but those about requests, which have no screen yet.
const IDS: [&str; 18] = [
    "O1", "O2", "O3", "O4", "O5", "O6", "O7", "O8", "O9", "O10", "D3", "D4", "D5", "D6", "S1", "S2", "S3",
    "S4",
];

/// Those that depend on how an engine searches.
const ON_BOTH_ENGINES: [&str; 3] = ["O1", "O2", "O4"];

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct QuestionList {
    question: Vec<Question>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    id: String,
    asks: String,
    steps: Vec<String>,
    shows: Vec<String>,
}

/// The ids that the steps name.
struct Names {
    stuck: String,
    completed: String,
    webhook: String,
}

impl Names {
    fn read(visit: &mut Visit) -> Self {
        Self {
            stuck: visit.first_id("payments?status=PROCESSING"),
            completed: visit.first_id("payments?status=COMPLETED"),
            webhook: visit.first_id("webhooks"),
        }
    }

    fn in_place(&self, step: &str) -> String {
        let named = step.replace("{stuck}", &self.stuck).replace("{completed}", &self.completed);
        named.replace("{webhook}", &self.webhook)
    }
}

fn questions() -> Vec<Question> {
    toml::from_str::<QuestionList>(QUESTIONS).expect("questions.toml").question
}

/// Asks questions, each from the home page.
fn ask(visit: &mut Visit, questions: &[Question]) {
    let names = Names::read(visit);
    for question in questions {
        visit.restart();
        for step in &question.steps {
            take(visit, &names.in_place(step));
        }
        for text in &question.shows {
            visit.shows(text);
        }
        let Question { id, asks, .. } = question;
        assert!((1..=MOST_CLICKS).contains(&visit.clicks), "{id}, {asks} takes {} clicks", visit.clicks);
    }
}

fn take(visit: &mut Visit, step: &str) {
    match step.split_once(' ') {
        Some(("find", text)) => visit.find(text),
        Some(("click", label)) => visit.click(label),
        Some(("type", field)) => {
            let (name, text) = field.split_once('=').expect("a name and a text");
            visit.fill_in(name, text);
        }
        _ => panic!("{step} is no step"),
    }
}

#[test]
fn all_questions_are_asked() {
    let questions = questions();
    let ids: Vec<&str> = questions.iter().map(|question| question.id.as_str()).collect();
    assert_eq!(ids, IDS);
    assert!(questions.iter().all(|question| !question.asks.is_empty() && !question.shows.is_empty()));
}

#[test]
fn each_question_is_answered_in_three_clicks() {
    let demo = ServedDemo::start();
    let mut visit = Visit::begin(demo.link(), "Acme");
    ask(&mut visit, &questions());
    assert!(visit.browser.complaints.is_empty(), "{:#?}", visit.browser.complaints);
}

#[test]
fn operators_find_their_answers_without_a_script() {
    let demo = ServedDemo::start();
    let mut browser = Browser::start();
    browser.disable_scripts();
    let mut visit = Visit::begin_in(browser, demo.link(), "Acme");
    let mut of_operators = questions();
    of_operators.retain(|question| question.id.starts_with('O'));
    assert_eq!(of_operators.len(), 10);
    ask(&mut visit, &of_operators);
}

#[tokio::test(flavor = "multi_thread")]
async fn searches_answer_on_postgres_too() {
    let database = database_with(Durability::Relaxed).await.unwrap();
    let url = database.url.clone();
    let asked = tokio::task::spawn_blocking(move || {
        let demo = ServedDemo::start_with(&["--database", &url]);
        let mut visit = Visit::begin(demo.link(), "Acme");
        let mut searches = questions();
        searches.retain(|question| ON_BOTH_ENGINES.contains(&question.id.as_str()));
        ask(&mut visit, &searches);
        searches.len()
    });
    assert_eq!(asked.await.unwrap(), ON_BOTH_ENGINES.len());
}
