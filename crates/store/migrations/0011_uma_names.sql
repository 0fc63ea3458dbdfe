-- What may follow the @ in UMA addresses: domains of platforms, and labels under the service's own host name.
-- Who has had one keeps it for good, also when it uses another: no address may ever become somebody else's.
CREATE TABLE uma_name (
    platform_id UUID NOT NULL REFERENCES platform (platform_id),
    kind TEXT NOT NULL CHECK (kind IN ('DOMAIN', 'LABEL')),
    name TEXT NOT NULL,
    PRIMARY KEY (platform_id, kind, name)
);
CREATE UNIQUE INDEX uma_name_holder ON uma_name (kind, name);

INSERT INTO uma_name (platform_id, kind, name)
SELECT platform_id, 'DOMAIN', uma_domain FROM platform WHERE uma_domain IS NOT NULL;
INSERT INTO uma_name (platform_id, kind, name)
SELECT platform_id, 'LABEL', proxy_uma_subdomain FROM platform WHERE proxy_uma_subdomain IS NOT NULL;
