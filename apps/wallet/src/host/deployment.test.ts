import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readConfig } from './readConfig.js'

const read = (path: string) => readFile(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8')
const variablesOf = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]))
const keeperKeys = JSON.stringify({ sealing: 'A'.repeat(87), signing: 'A'.repeat(87) })
/** The example with the keys of a keeper. */
const example = async () => ({ ...variablesOf(await read('wallet.env.example')), KEEPER_PUBLIC_KEYS: keeperKeys })

describe('[F17] the host of the wallet’s page', () => {
  test('has an example that names everything it needs', async () => {
    const { KEEPER_PUBLIC_KEYS, ...rest } = variablesOf(await read('wallet.env.example'))
    expect(() => readConfig({ ...rest, KEEPER_PUBLIC_KEYS })).toThrow(/KEEPER_PUBLIC_KEYS/) // a place to fill in, and nobody's keys
    expect(readConfig(await example()).settings.keeperKeys.sealing).toBe('A'.repeat(87))
  })

  test('is started by the compose file for this machine’s proxy alone', async () => {
    const Compose = v.object({
      services: v.strictObject({
        wallet: v.looseObject({
          environment: v.record(v.string(), v.string()),
          ports: v.tuple([v.literal('127.0.0.1:7106:7106')]),
          env_file: v.tuple([v.literal('wallet.env')]),
          read_only: v.literal(true),
        }),
      }),
      networks: v.object({
        inside: v.object({ ipam: v.object({ config: v.tuple([v.object({ subnet: v.string() })]) }) }),
      }),
    })
    const { services, networks } = v.parse(Compose, parse(await read('compose.yaml')))
    const config = readConfig({ ...(await example()), ...services.wallet.environment })
    expect(config).toMatchObject({ host: '0.0.0.0', port: 7106 })
    // The proxy's address as the host sees it: the guide names it to the servers behind.
    const proxy = networks.inside.ipam.config[0].subnet.replace('0/24', '1')
    expect(await read('../../docs/own-domains.md')).toContain(`\`${proxy}\``)
    expect(await read('../../.gitignore')).toContain('wallet.env')
  })

  test('is started by the unit as the guide configures it', async () => {
    const unit = await read('foyer-wallet.service')
    const [, line = ''] = /^Environment=(.*)$/m.exec(unit) ?? []
    const { NODE_ENV, ...own } = variablesOf(line.replaceAll(' ', '\n'))
    expect(NODE_ENV).toBe('production')
    expect(readConfig({ ...(await example()), ...own })).toMatchObject({ host: '127.0.0.1', port: 7106 })
    const guide = await read('../server/docs/processes.md')
    for (const named of ['/etc/foyer-wallet/wallet.env', '/opt/foyer-wallet', 'foyer-wallet.service']) {
      expect(unit + (await read('README.md'))).toContain(named)
      expect(guide).toContain(named)
    }
  })

  test('is started by the manifests once the keeper’s keys are filled in', async () => {
    const all = parseAllDocuments(await read('kubernetes.yaml')).map((document) => document.toJS())
    const ConfigMap = v.looseObject({ kind: v.literal('ConfigMap'), data: v.record(v.string(), v.string()) })
    const { data } = v.parse(ConfigMap, all[0])
    expect(() => readConfig(data)).toThrow(/KEEPER_PUBLIC_KEYS/)
    expect(readConfig({ ...data, KEEPER_PUBLIC_KEYS: keeperKeys })).toMatchObject({ host: '0.0.0.0', port: 7106 })
    expect(all.map(({ kind }) => kind)).toEqual(['ConfigMap', 'Deployment', 'Service'])
    const [container] = all[1].spec.template.spec.containers
    expect([container.ports[0].containerPort, container.livenessProbe.httpGet.path]).toEqual([7106, '/health'])
  })

  test('is built into its image as the guide builds it, and runs there by no root', async () => {
    const image = await read('Dockerfile')
    const guide = await read('../server/docs/processes.md')
    const { packageManager } = JSON.parse(await read('../../package.json'))
    for (const text of [image, guide]) {
      expect(text).toContain(`${packageManager} install --frozen-lockfile --filter foyer --filter "@foyer/wallet..."`)
      expect(text).toContain('node scripts/build.mjs apps/wallet')
      expect(text).toContain(`${packageManager} --filter @foyer/wallet deploy --prod --legacy`)
    }
    expect(image).toMatch(/^USER node$/m)
    // It needs no more at run time than is installed for it.
    const { dependencies, files } = JSON.parse(await read('package.json'))
    expect([Object.keys(dependencies), files]).toEqual([['@hono/node-server', 'hono', 'valibot'], ['dist']])
  })
})
