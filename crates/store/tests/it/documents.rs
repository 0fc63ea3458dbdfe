//! Integration tests of the rows of documents and their files.

use std::time::Duration;

use causeway_domain::ids::{BeneficialOwnerId, CustomerId, DocumentHolder, DocumentId, Id};
use causeway_domain::{Revision, Time};
use causeway_store::documents::{self, DocumentDoc, DocumentRecord};
use causeway_store::listing::{Order, Page};
use causeway_store::{Error, Tx, uploads};
use causeway_vocabulary::documents::{DocumentSide, DocumentType};
use uuid::Uuid;

use crate::harness::{Engine, Fixture, START, on_both_engines, platform};

on_both_engines!(
    a_document_comes_back_as_it_went_and_goes_for_good,
    holders_have_their_documents_newest_first,
    a_file_is_read_in_its_chunks_and_leaves_nothing,
    abandoned_uploads_are_pruned_and_kept_ones_are_not,
);

fn customer(number: u128) -> DocumentHolder {
    DocumentHolder::Customer(CustomerId::from_uuid(Uuid::from_u128(number)))
}

fn passport(number: u128, holder: DocumentHolder) -> DocumentRecord {
    let at = Time::from_millis(START.millis() + i64::try_from(number).unwrap());
    DocumentRecord {
        id: DocumentId::from_uuid(Uuid::from_u128(number)),
        holder,
        document_type: DocumentType::Passport,
        upload: Uuid::from_u128(1000 + number),
        doc: DocumentDoc {
            v: 1,
            country: "US".parse().unwrap(),
            side: None,
            encrypted_number: Some("encrypted".to_owned()),
            issuing_authority: Some("Department of State".to_owned()),
            file_name: "passport.png".to_owned(),
        },
        created_at: at,
        updated_at: Revision::created(at),
    }
}

/// Inserts a document with a file of one chunk.
fn put(tx: &mut Tx<'_>, record: &DocumentRecord) -> Result<(), Error> {
    uploads::begin(tx, platform(1), record.upload, b"wrapped")?;
    uploads::append(tx, platform(1), record.upload, 0, b"chunk")?;
    uploads::keep(tx, platform(1), record.upload)?;
    documents::insert(tx, platform(1), record)
}

async fn a_document_comes_back_as_it_went_and_goes_for_good(engine: Engine) {
    let store = Fixture::new(engine).await;
    let mut record = passport(1, customer(7));
    let insert = record.clone();
    store.write(&[], move |tx| put(tx, &insert)).await.unwrap();
    let id = record.id;
    let find = move |tx: &mut Tx<'_>| documents::find(tx, platform(1), id);
    let found = store.read(find).await.unwrap().unwrap();
    assert_eq!((found.document, found.wrapped_key), (record.clone(), b"wrapped".to_vec()));
    assert_eq!(store.read(move |tx| documents::find(tx, platform(2), id)).await, Ok::<_, Error>(None));

    record.document_type = DocumentType::NationalId;
    record.doc.side = Some(DocumentSide::Back);
    record.doc.encrypted_number = None;
    record.updated_at.advance(Time::from_millis(START.millis() + 99));
    let update = record.clone();
    store.write::<_, Error, _>(&[], move |tx| documents::update(tx, platform(1), &update)).await.unwrap();
    let lock = move |tx: &mut Tx<'_>| documents::lock(tx, platform(1), id);
    assert_eq!(store.write(&[], lock).await, Ok::<_, Error>(Some(record)));
    store.write::<_, Error, _>(&[], move |tx| documents::remove(tx, platform(1), id)).await.unwrap();
    assert_eq!(store.read(find).await, Ok::<_, Error>(None));
}

async fn holders_have_their_documents_newest_first(engine: Engine) {
    let store = Fixture::new(engine).await;
    let owner = DocumentHolder::BeneficialOwner(BeneficialOwnerId::from_uuid(Uuid::from_u128(7)));
    let all =
        [passport(1, customer(7)), passport(2, customer(8)), passport(3, owner), passport(4, customer(7))];
    let inserted = all.clone();
    let insert = move |tx: &mut Tx<'_>| inserted.iter().try_for_each(|record| put(tx, record));
    store.write::<_, Error, _>(&[], insert).await.unwrap();
    let of = |holders: Vec<DocumentHolder>| {
        store.read::<_, Error, _>(move |tx| documents::of_holders(tx, platform(1), &holders))
    };
    let [first, second, third, fourth] = all;
    assert_eq!(of(vec![customer(7)]).await.unwrap(), [fourth.clone(), first.clone()]);
    assert_eq!(of(vec![customer(7), owner]).await.unwrap(), [fourth.clone(), third.clone(), first]);
    assert_eq!(of(vec![]).await.unwrap(), []);

    let listed = |holder: Option<DocumentHolder>| {
        let page = Page { after: None, limit: 2, order: Order::Descending };
        store.read::<_, Error, _>(move |tx| documents::list(tx, platform(1), holder, &page))
    };
    let (rows, total) = listed(None).await.unwrap();
    let rows: Vec<DocumentRecord> = rows.into_iter().map(|row| row.document).collect();
    assert_eq!((rows, total), (vec![fourth, third.clone(), second], Some(4)));
    let (rows, total) = listed(Some(owner)).await.unwrap();
    assert_eq!((rows.len(), &rows[0].document, total), (1, &third, Some(1)));
}

async fn a_file_is_read_in_its_chunks_and_leaves_nothing(engine: Engine) {
    let store = Fixture::new(engine).await;
    let id = Uuid::from_u128(5);
    let write = move |tx: &mut Tx<'_>| {
        uploads::begin(tx, platform(1), id, b"wrapped")?;
        uploads::append(tx, platform(1), id, 0, b"one")?;
        uploads::append(tx, platform(1), id, 1, b"two")
    };
    store.write::<_, Error, _>(&[], write).await.unwrap();
    let chunks = move |tx: &mut Tx<'_>| {
        (0..3).map(|number| uploads::chunk(tx, platform(1), id, number)).collect::<Result<Vec<_>, Error>>()
    };
    assert_eq!(store.read(chunks).await.unwrap(), [Some(b"one".to_vec()), Some(b"two".to_vec()), None]);
    let key = move |tx: &mut Tx<'_>| uploads::wrapped_key(tx, platform(1), id);
    assert_eq!(store.read(key).await, Ok(b"wrapped".to_vec()));
    store.write::<_, Error, _>(&[], move |tx| uploads::remove(tx, platform(1), id)).await.unwrap();
    assert_eq!(store.read(chunks).await.unwrap(), [None, None, None]);
    assert_eq!(store.read(key).await, Err(Error::Missing));
}

async fn abandoned_uploads_are_pruned_and_kept_ones_are_not(engine: Engine) {
    let store = Fixture::new(engine).await;
    let kept = Uuid::from_u128(1);
    let remaining = Uuid::from_u128(2);
    let write = move |tx: &mut Tx<'_>| {
        uploads::begin(tx, platform(1), kept, b"wrapped")?;
        uploads::keep(tx, platform(1), kept)?;
        uploads::begin(tx, platform(1), remaining, b"wrapped")
    };
    store.write::<_, Error, _>(&[], write).await.unwrap();
    let prune = |left_for| store.write::<_, Error, _>(&[], move |tx| uploads::prune(tx, left_for, 10));
    assert_eq!(prune(Duration::from_secs(60)).await, Ok(0), "an upload may be under way");
    assert_eq!(prune(Duration::ZERO).await, Ok(1));
    let keep = |id| store.write(&[], move |tx| uploads::keep(tx, platform(1), id));
    assert_eq!(keep(kept).await, Ok(()));
    assert_eq!(keep(remaining).await, Err(Error::Missing));
    let rewrap = move |tx: &mut Tx<'_>| {
        for (platform, id, _) in uploads::lock_some_after(tx, None, 10)? {
            uploads::rewrap(tx, platform, id, b"anew")?;
        }
        let last = uploads::lock_some_after(tx, None, 10)?;
        Ok::<_, Error>((last, uploads::lock_some_after(tx, Some((platform(1), kept)), 10)?))
    };
    assert_eq!(store.write(&[], rewrap).await, Ok((vec![(platform(1), kept, b"anew".to_vec())], vec![])));
}
