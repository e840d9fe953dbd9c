import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createKeeperSecret } from '@foyer/service/seal/keeperKeys'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../config/readConfig.js'
import { unknownVariables } from '../config/variables.js'
import { variablesOf } from '../test/variablesOf.js'

const read = (path: string) => readFile(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8')
const sessionKeys = `2026:${Buffer.alloc(32, 7).toString('base64')}`
const Secret = v.object({ file: v.string() })

test('[F17] the compose file has a login by e-mail once its two secrets and three variables are there', async () => {
  const Overlay = v.strictObject({
    services: v.strictObject({
      node: v.strictObject({ environment: v.record(v.string(), v.string()), secrets: v.array(v.string()) }),
    }),
    secrets: v.record(v.string(), Secret),
  })
  const { services, secrets } = v.parse(Overlay, parse(await read('compose.login.yaml')))
  expect(services.node.secrets).toEqual(Object.keys(secrets))
  const folder = await mkdtemp(join(tmpdir(), 'foyer-compose-'))
  await writeFile(join(folder, 'login_keys'), `${sessionKeys}\n`)
  await writeFile(join(folder, 'smtp_url'), 'smtps://user:sesame@mail.example:465\n')
  const mounted = Object.entries(services.node.environment).map(([name, value]) => [
    name,
    value.replace('/run/secrets', folder),
  ])
  const { signing } = (await createKeeperSecret([{ name: '2026', bytes: new Uint8Array(32).fill(7) }])).publicKeys
  const config = await readConfig({
    ...variablesOf(await read('compose/foyer.env.example')),
    ...{
      SESSION_KEYS: `2026:${Buffer.alloc(32, 8).toString('base64')}`,
      ADMIN_TOKEN: 'a'.repeat(32),
      METRICS_TOKEN: 'b'.repeat(32),
    },
    ...Object.fromEntries(mounted),
    ...{ WALLET_ORIGIN: 'https://wallet.example', LOGIN_KEEPER_KEY: signing, MAIL_FROM: 'Foyer <a@wallet.example>' },
  })
  await rm(folder, { recursive: true })
  expect(config.login).toMatchObject({
    origin: 'https://wallet.example',
    smtp: { url: 'smtps://user:sesame@mail.example:465' },
  })
  // On Kubernetes the same names are in the Secret.
  for (const name of Object.keys(services.node.environment))
    expect(await read('kubernetes/foyer.yaml')).toContain(`--from-literal=${name.replace('_FILE', '')}=`)
})

test('[F17] the units take the two secrets of a login by e-mail by the lines that the guide adds', async () => {
  const guide = await read('docs/processes.md')
  const [, added = ''] = /foyer@\.service\.d\/login\.conf <<'END'\n(.*?)\n {2}END\n/s.exec(guide) ?? []
  const environment = variablesOf((/Environment=(.*)/.exec(added)?.[1] ?? '').replaceAll(' ', '\n'))
  const credentials = [...added.matchAll(/LoadCredential=(\w+):(\S+)/g)].map(([, name = '', path = '']) => ({
    name,
    path,
  }))
  expect(Object.entries(environment)).toEqual(
    credentials.map(({ name }) => [`${name.toUpperCase()}_FILE`, `%d/${name}`]),
  )
  expect(unknownVariables(environment)).toEqual([])
  for (const { path } of credentials) expect(guide).toContain(`> ${path}`)
  const { services } = parse(await read('compose.login.yaml'))
  expect(Object.keys(environment).sort()).toEqual(Object.keys(services.node.environment).sort())
})
