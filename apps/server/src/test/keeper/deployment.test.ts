import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readKeeperConfig } from '@foyer/keeper/keeperConfig'
import { KeeperEnvironment } from '@foyer/keeper/keeperEnvironment'
import { keysNamed } from '@foyer/keeper/test/keeperWorld'
import { createKeeperSecret } from '@foyer/service/seal/keeperKeys'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { Environment } from '../../config/environment.js'
import { variablesOf } from '../variablesOf.js'

const read = (path: string) => readFile(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), 'utf8')

let folder: string
let contents: Record<string, string>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-keeper-'))
  contents = {
    keeper_keys: `one:${Buffer.alloc(32, 1).toString('base64')}`,
    keeper_secret: JSON.stringify(await createKeeperSecret([keysNamed('one', 1)])),
    keeper_smtp_url: 'smtps://user:sesame@mail.example:465',
    keeper_database_password: 'sesame',
    keeper_metrics_token: 'a'.repeat(48),
  }
  for (const [name, text] of Object.entries(contents)) await writeFile(join(folder, name), `${text}\n`)
})
afterAll(() => rm(folder, { recursive: true }))

/** The folder of this test in the place of that of a container's or a unit's secrets. */
const mounted = (environment: Readonly<Record<string, string>>, from: string) =>
  Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, value.replace(from, folder)]))

const known = (names: readonly string[]) =>
  expect(names.filter((name) => !(name.replace(/_FILE$/, '') in KeeperEnvironment.entries))).toEqual([])

const Service = v.looseObject({
  environment: v.record(v.string(), v.string()),
  secrets: v.array(v.string()),
  networks: v.array(v.string()),
  ports: v.optional(v.array(v.string()), []),
})
const Compose = v.looseObject({
  services: v.strictObject({ keeper: Service, 'keeper-postgres': Service }),
  secrets: v.record(v.string(), v.object({ file: v.string() })),
  networks: v.looseObject({
    inside: v.object({ ipam: v.object({ config: v.tuple([v.object({ subnet: v.string() })]) }) }),
  }),
})

test('[F17] the compose file starts a keeper that is reached from this machine alone, with a store of its own', async () => {
  const { services, secrets, networks } = v.parse(Compose, parse(await read('compose.keeper.yaml'), { merge: true }))
  const example = variablesOf(await read('compose/keeper.env.example'))
  const { environment, ports, secrets: own } = services.keeper
  known(Object.keys({ ...example, ...environment }))
  expect(own.toSorted()).toEqual(Object.keys(secrets).toSorted())
  expect(own.toSorted()).toEqual(Object.keys(contents).toSorted())
  expect(services['keeper-postgres'].secrets).toEqual(['keeper_database_password'])
  expect(ports).toEqual(['127.0.0.1:8789:8789'])
  const config = await readKeeperConfig({ ...example, ...mounted(environment, '/run/secrets') })
  expect(config).toMatchObject({
    port: 8789,
    holdMs: 86_400_000,
    database: { kind: 'postgres', url: 'postgres://keeper:sesame@keeper-postgres:5432/keeper' },
    metricsToken: contents.keeper_metrics_token,
    trustedProxies: [networks.inside.ipam.config[0].subnet],
  })
  expect(await read('.gitignore')).toContain('keeper.env')
})

test('[F17] the unit starts a keeper as the guide configures it, with secrets that the guide makes', async () => {
  const guide = await read('docs/processes.md')
  const [, added = ''] = /cat >> \/etc\/foyer-keeper\/keeper\.env <<'END'\n(.*?)\nEND\n/s.exec(guide) ?? []
  const unit = await read('systemd/foyer-keeper.service')
  const environment = variablesOf(
    [...unit.matchAll(/^Environment=(.*)$/gm)].map(([, line = '']) => line.replaceAll(' ', '\n')).join('\n'),
  )
  const { NODE_ENV, ...own } = environment
  expect(NODE_ENV).toBe('production')
  known(Object.keys(own))
  const credentials = [...unit.matchAll(/^LoadCredential=(\w+):(.*)$/gm)].map(([, name = '', path = '']) => ({
    name,
    path,
  }))
  expect(credentials.map(({ name }) => name).toSorted()).toEqual(Object.keys(contents).toSorted())
  for (const { path } of credentials) expect(guide).toContain(`> ${path}`)
  const said = { ...variablesOf(await read('compose/keeper.env.example')), ...variablesOf(added) }
  const config = await readKeeperConfig({ ...said, ...mounted(own, '%d') })
  expect(config).toMatchObject({ host: '127.0.0.1', port: 8789, trustedProxies: ['127.0.0.1'] })
})

describe('the Kubernetes manifests', () => {
  const Manifest = v.variant('kind', [
    v.looseObject({ kind: v.literal('ConfigMap'), data: v.record(v.string(), v.string()) }),
    v.looseObject({
      kind: v.literal('Deployment'),
      spec: v.looseObject({
        template: v.looseObject({
          spec: v.looseObject({
            terminationGracePeriodSeconds: v.pipe(v.number(), v.minValue(25)),
            containers: v.tuple([
              v.looseObject({
                image: v.pipe(v.string(), v.includes('/foyer-keeper:')),
                ports: v.tuple([v.object({ name: v.literal('http'), containerPort: v.literal(8789) })]),
              }),
            ]),
          }),
        }),
      }),
    }),
    v.looseObject({ kind: v.literal('Service') }),
  ])

  test('[F17] start a keeper once whose word is believed is filled in', async () => {
    const text = await read('kubernetes/keeper.yaml')
    const all = parseAllDocuments(text).map((document) => v.parse(Manifest, document.toJS()))
    expect(all.map(({ kind }) => kind)).toEqual(['ConfigMap', 'Deployment', 'Service'])
    const data = all[0]?.kind === 'ConfigMap' ? all[0].data : {}
    const secrets = [...text.matchAll(/--from-literal=(\w+)=/g)].map(([, name = '']) => name)
    known([...Object.keys(data), ...secrets])
    const filled = {
      ...data,
      KEEPER_DATABASE_URL: 'postgres://postgres/keeper',
      KEEPER_KEYS: contents.keeper_keys,
      KEEPER_SECRET: contents.keeper_secret,
      KEEPER_SMTP_URL: contents.keeper_smtp_url,
    }
    await expect(readKeeperConfig(filled)).rejects.toMatchObject({
      problems: [expect.stringMatching(/^KEEPER_TRUSTED_PROXIES must be addresses or networks/)],
    })
    const config = await readKeeperConfig({ ...filled, KEEPER_TRUSTED_PROXIES: '10.42.7.0/24' })
    expect(config.walletOrigin).toBe('https://wallet.example')
  })
})

test('[F17] the guide to one’s own domains names variables that there are', async () => {
  const guide = await read('../../docs/own-domains.md')
  const named = new Set([...guide.matchAll(/\b[A-Z]+(?:_[A-Z]+)+\b/g)].map(([name]) => name))
  // What isn't needed stands there as a comment.
  const example = await read('../wallet/wallet.env.example')
  const ofHost = [...example.matchAll(/^(?:# )?([A-Z_]+)=/gm)].map(([, name = '']) => name)
  const all = new Set([...Object.keys(Environment.entries), ...Object.keys(KeeperEnvironment.entries), ...ofHost])
  expect([...named].filter((name) => !all.has(name))).toEqual([])
  expect(ofHost.filter((name) => !named.has(name))).toEqual([])
})

test('what is missing or wrong is said by name, and never with its value', async () => {
  const problems = async (env: Record<string, string>) =>
    readKeeperConfig(env).then(
      () => [],
      ({ problems }) => problems,
    )
  expect(await problems({})).toEqual(['KEEPER_KEYS is missing.'])
  const { keeper_keys: keys = '' } = contents
  expect(await problems({ KEEPER_KEYS: keys })).toEqual(
    ['KEEPER_SECRET', 'WALLET_ORIGIN', 'KEEPER_SMTP_URL', 'KEEPER_MAIL_FROM'].map((name) => `${name} is missing.`),
  )
  const wrong = await problems({ KEEPER_KEYS: keys, KEEPER_SECRET: '{"canary":1}', KEEPER_HOLD_HOURS: '9999' })
  expect(wrong.join(' ')).toMatch(/KEEPER_SECRET.*KEEPER_HOLD_HOURS/)
  expect(wrong.join(' ')).not.toMatch(/canary|9999/)
})
