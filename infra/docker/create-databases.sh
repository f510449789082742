#!/bin/bash
# Runs once on an empty PostgreSQL. Creates a database per service, an owner for migrations and an application role.
# The application role owns nothing and cannot bypass row-level security.
set -euo pipefail

for name in identity workflow tasks; do
  psql --username "$POSTGRES_USER" --set ON_ERROR_STOP=1 --set name="$name" --set owner="${name}_owner" --set app="${name}_app" \
    --set owner_password="$OWNER_PASSWORD" --set app_password="$APP_PASSWORD" <<'SQL'
    create role :"owner" login nosuperuser nobypassrls password :'owner_password';
    create role :"app" login nosuperuser nobypassrls password :'app_password';
    create database :"name" owner :"owner";
SQL
done
