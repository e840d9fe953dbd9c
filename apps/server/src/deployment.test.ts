import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Listener, listen } from '@foyer/service/listen'
import * as v from 'valibot'
import { afterEach, describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { Environment } from './config/environment.js'
import { readConfig } from './config/readConfig.js'
import { unknownVariables } from './config/variables.js'
import { variablesOf } from './test/variablesOf.js'

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const read = (path: string) => readFile(at(path), 'utf8')

const sessionKeys = `2026:${Buffer.alloc(32, 7).toString('base64')}`

let server: Listener | undefined
afterEach(() => server?.close())

const images: readonly { program: string; port: string; guides: readonly string[] }[] = [
  { program: 'server', port: 'PORT', guides: ['README.md', 'docs/processes.md'] },
  { program: 'keeper', port: 'KEEPER_PORT', guides: [] },
]

describe.each(images)('the image of the $program', ({ program, port: portName, guides }) => {
  const own = (path: string) => read(`../${program}/${path}`)

  /** Its instructions, each in one line. */
  const instructions = async () => {
    const lines = (await own('Dockerfile'))
      .replaceAll(/^#.*\n/gm, '')
      .replaceAll(/\\\n/g, ' ')
      .split('\n')
    return lines.flatMap((line) => {
      const [, name = '', rest = ''] = /^([A-Z]+) +(.*)$/.exec(line.trim()) ?? []
      return name === '' ? [] : [{ name, rest }]
    })
  }

  test('runs by no root, from stages and folders that are there', async () => {
    const all = await instructions()
    const last = all.slice(all.findLastIndex(({ name }) => name === 'FROM'))
    expect(last.find(({ name }) => name === 'USER')?.rest).toBe('node')
    for (const { rest } of all.filter(({ name, rest }) => name === 'COPY' && rest.startsWith('--from='))) {
      const [, stage] = /^--from=(\S+)/.exec(rest) ?? []
      expect(all.some((each) => each.name === 'FROM' && each.rest.endsWith(` AS ${stage}`))).toBe(true)
    }
    const run = all.find(({ name }) => name === 'RUN')?.rest ?? ''
    for (const script of run.match(/scripts\/\w+\.mjs/g) ?? []) expect(existsSync(at(`../../${script}`))).toBe(true)
    // A program asks for what these packages are built to, and doesn't start without one of them.
    const { dependencies } = v.parse(
      v.object({ dependencies: v.record(v.string(), v.string()) }),
      JSON.parse(await own('package.json')),
    )
    const ofOurs = Object.keys(dependencies).filter((name) => name.startsWith('@foyer/'))
    for (const guide of [run, ...(await Promise.all(guides.map(own)))]) {
      const [, built = ''] = /build\.mjs (.*?)(?:&&|\n|$)/.exec(guide) ?? []
      expect(built.trim().split(' ').sort()).toEqual([
        `apps/${program}`,
        ...ofOurs.map((name) => name.replace('@foyer', 'packages')),
      ])
    }
    const { packageManager } = JSON.parse(await read('../../package.json'))
    for (const [manager] of run.matchAll(/pnpm@[\d.]+/g)) expect(manager).toBe(packageManager)
    expect(last.find(({ name }) => name === 'ENTRYPOINT')?.rest).toMatch(/^\["node", .*"\/app\/dist\/main\.js"\]$/)
    expect(all.find(({ name }) => name === 'ARG')?.rest).toMatch(/^NODE=24\.\d+\.\d+-/)
  })

  test('asks itself whether it lives, with nothing but Node', async () => {
    const { rest = '' } = (await instructions()).find(({ name }) => name === 'HEALTHCHECK') ?? {}
    const [command, ...args] = v.parse(v.array(v.string()), JSON.parse(rest.slice(rest.indexOf('CMD ') + 4)))
    expect(command).toBe('node')
    const ask = (port: number) =>
      new Promise<number | null>((resolve) => {
        spawn(process.execPath, args, { env: { [portName]: String(port) } }).once('close', resolve)
      })
    const fetch = ({ url }: Request) => new Response('', { status: new URL(url).pathname === '/healthz' ? 200 : 404 })
    server = await listen({ fetch, host: '127.0.0.1', port: 0 })
    const { port } = server
    expect(await ask(port)).toBe(0)
    await server.close()
    server = undefined
    expect(await ask(port)).toBe(1)
  })
})

const Secret = v.object({ file: v.string() })
const Service = v.looseObject({
  environment: v.optional(v.record(v.string(), v.string()), {}),
  env_file: v.optional(v.array(v.string()), []),
  image: v.string(),
  networks: v.array(v.string()),
  command: v.optional(v.array(v.string()), []),
  depends_on: v.optional(v.record(v.string(), v.object({ condition: v.literal('service_healthy') })), {}),
  volumes: v.optional(v.array(v.string()), []),
  secrets: v.optional(v.array(v.string()), []),
  healthcheck: v.optional(v.looseObject({ test: v.array(v.string()) })),
  build: v.optional(v.object({ context: v.string(), dockerfile: v.string() })),
  ports: v.optional(v.array(v.string()), []),
  mem_limit: v.string(),
  restart: v.literal('unless-stopped'),
})
const Compose = v.looseObject({
  services: v.record(v.string(), Service),
  networks: v.looseObject({
    inside: v.object({ ipam: v.object({ config: v.tuple([v.object({ subnet: v.string() })]) }) }),
  }),
  secrets: v.record(v.string(), Secret),
  volumes: v.record(v.string(), v.unknown()),
})

describe('the compose file', () => {
  const compose = async () => v.parse(Compose, parse(await read('compose.yaml'), { merge: true }))
  /** The operator's own folders: they aren't in the repository, and never get into it. */
  const ownFolders = ['config', 'secrets', 'tls'].map((name) => `./compose/${name}`)

  test('names only what is there, or what an operator is asked to make', async () => {
    const { services, volumes, secrets } = await compose()
    expect(Object.keys(services)).toEqual(['node', 'proxy', 'postgres', 'limits', 'mailboxes'])
    for (const [name, service] of Object.entries(services)) {
      for (const other of Object.keys(service.depends_on)) {
        const hasCheck = other === 'node' || services[other]?.healthcheck !== undefined // the node's check is the image's
        expect([name, other, hasCheck]).toEqual([name, other, true])
      }
      for (const mount of service.volumes) {
        const [from = ''] = mount.split(':')
        const isThere = from.startsWith('.') ? ownFolders.includes(from) || existsSync(at(from)) : from in volumes
        expect([from, isThere]).toEqual([from, true])
      }
      expect(service.secrets.filter((each) => !(each in secrets))).toEqual([])
      // An exact version: what runs tomorrow is what ran today.
      if (service.build === undefined) expect(service.image).toMatch(/:\d+\.\d+(\.\d+)?-/)
      else expect(existsSync(at(`${service.build.context}/${service.build.dockerfile}`))).toBe(true)
    }
    // Only the proxy is reached from outside.
    expect(Object.entries(services).flatMap(([name, { ports }]) => (ports.length > 0 ? [name] : []))).toEqual(['proxy'])
    const ignored = await read('.gitignore')
    for (const own of ['foyer.env', 'compose/config/', 'compose/secrets/', 'compose/tls/'])
      expect(ignored).toContain(own)
  })

  test('configures nodes that start: each variable is known, and the whole is taken', async () => {
    const { services, networks, secrets } = await compose()
    const { environment = {}, env_file: files } = services.node ?? {}
    expect(files).toEqual(['foyer.env'])
    const example = variablesOf(await read('compose/foyer.env.example'))
    const names = Object.keys({ ...example, ...environment })
    expect(names.filter((name) => !(name.replace(/_FILE$/, '') in Environment.entries))).toEqual([])
    expect(unknownVariables({ ...example, ...environment })).toEqual([])
    const folder = await mkdtemp(join(tmpdir(), 'foyer-compose-'))
    const contents: Record<string, string> = {
      database_password: 'sesame',
      session_keys: sessionKeys,
      metrics_token: 'm'.repeat(32),
    }
    for (const name of Object.keys(secrets))
      await writeFile(join(folder, name), `${contents[name] ?? 'a'.repeat(32)}\n`)
    const mounted = Object.entries(environment).map(([name, value]) => [name, value.replace('/run/secrets', folder)])
    const config = await readConfig({ ...example, ...Object.fromEntries(mounted) })
    await rm(folder, { recursive: true })
    expect(config).toMatchObject({
      database: { kind: 'postgres', url: 'postgres://foyer:sesame@postgres:5432/foyer' },
      publicUrl: 'https://foyer.example',
      adminToken: 'a'.repeat(32),
      drainSeconds: 5,
    })
    // The proxy's word on who asks is believed, since it comes from the network inside.
    expect(config.trustedProxies).toEqual([networks.inside.ipam.config[0].subnet])
    expect(config.mailboxRedisUrl).not.toBe(config.redisUrl)
    // One volume for the pictures of all nodes.
    expect(config.pictures).toEqual({ kind: 'folder', path: '/pictures' })
    expect(services.node?.volumes).toContain('pictures:/pictures')
  })

  test('keeps the relay’s messages on disk and evicts none, and lets counts go', async () => {
    const { services } = await compose()
    expect(services.mailboxes?.command.join(' ')).toMatch(/--appendonly yes .*--maxmemory-policy noeviction/)
    expect(services.limits?.command.join(' ')).toMatch(/--save {2}--appendonly no .*--maxmemory-policy volatile-ttl/)
  })
})

describe('the units', () => {
  /** Every line of a guide that goes into `foyer.env`: the example, and what is written behind it. */
  const settings = async () => {
    const guide = await read('docs/processes.md')
    const [, added = ''] = /cat >> \/etc\/foyer\/foyer\.env <<'END'\n(.*?)\nEND\n/s.exec(guide) ?? []
    return { ...variablesOf(await read('compose/foyer.env.example')), ...variablesOf(added) }
  }
  /** Each line `Name=value` of a unit, with what systemd puts in for its signs. */
  const unit = async () => {
    const text = (await read('systemd/foyer@.service')).replaceAll('%i', '8787').replaceAll('%S', '/var/lib')
    const lines = [...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => ({ name, value }))
    return (name: string) => lines.filter((line) => line.name === name).map(({ value }) => value)
  }

  test('start nodes as they are configured: each variable is known, and the whole is taken', async () => {
    const lines = await unit()
    const secrets = Object.fromEntries(lines('LoadCredential').map((each) => each.split(/:(.*)/s)))
    const environment = variablesOf(lines('Environment').join(' ').replaceAll(' ', '\n'))
    expect(unknownVariables({ ...(await settings()), ...environment })).toEqual([])
    const given = Object.entries(environment).filter(([name]) => name.endsWith('_FILE'))
    expect(given.map(([, value]) => value.replace('%d/', '')).sort()).toEqual(Object.keys(secrets).sort())
    for (const [name] of given) expect(Object.keys(Environment.entries)).toContain(name.replace(/_FILE$/, ''))
    const guide = await read('docs/processes.md')
    for (const [name, path] of Object.entries(secrets)) {
      expect(path).toBe(`/etc/foyer/secrets/${name}`)
      expect(guide).toMatch(new RegExp(`for name in [^;]*\\b${name}\\b|> ${path}`))
    }
    const folder = await mkdtemp(join(tmpdir(), 'foyer-units-'))
    const mounted = await Promise.all(
      given.map(async ([name, value]): Promise<[string, string]> => {
        const file = join(folder, value.replace('%d/', ''))
        await writeFile(file, name === 'SESSION_KEYS_FILE' ? sessionKeys : `${name}${'a'.repeat(48)}`)
        return [name, file]
      }),
    )
    const config = await readConfig({ ...(await settings()), ...environment, ...Object.fromEntries(mounted) })
    await rm(folder, { recursive: true })
    expect(config).toMatchObject({ port: 8787, host: '127.0.0.1', trustedProxies: ['127.0.0.1'], drainSeconds: 5 })
    expect(config.mailboxRedisUrl).not.toBe(config.redisUrl)
  })

  test('give all nodes one folder of one user, the only one that they write to, and pictures and data are in it', async () => {
    const lines = await unit()
    expect([lines('StateDirectory'), lines('StateDirectoryMode')]).toEqual([['foyer'], ['0700']])
    // Of a dynamic user the folder would be another's for each port.
    expect([lines('User'), lines('DynamicUser')]).toEqual([['foyer'], []])
    expect(await read('docs/processes.md')).toMatch(/^useradd .*--home-dir \/var\/lib\/foyer .*foyer$/m)
    expect([lines('ProtectSystem'), lines('ReadWritePaths')]).toEqual([['strict'], []])
    expect(lines('WorkingDirectory')).toEqual(['/var/lib/foyer'])
    expect((await settings()).PICTURES_DIR).toBe('/var/lib/foyer/pictures')
  })

  test('have the time that nodes need to end, and are named by the proxy and the guide', async () => {
    const [seconds = ''] = (await unit())('TimeoutStopSec')
    expect(Number(seconds)).toBeGreaterThanOrEqual(5 + 20)
    const guide = await read('docs/processes.md')
    const ports = [...(await read('systemd/nodes.conf')).matchAll(/server 127\.0\.0\.1:(\d+)/g)].map(([, port]) => port)
    expect(guide).toContain(`systemctl enable --now ${ports.map((port) => `foyer@${port}`).join(' ')} foyer-proxy`)
  })
})

const Labels = v.record(v.string(), v.string())
const Probe = v.strictObject({
  httpGet: v.strictObject({ path: v.string(), port: v.literal('http') }),
  periodSeconds: v.number(),
  timeoutSeconds: v.optional(v.number()),
  failureThreshold: v.number(),
})
const Selector = v.strictObject({ matchLabels: Labels })
const metadata = v.strictObject({ name: v.string(), labels: Labels })
const Container = v.looseObject({
  ports: v.tuple([v.strictObject({ name: v.literal('http'), containerPort: v.number() })]),
  envFrom: v.tuple([
    v.strictObject({ configMapRef: v.strictObject({ name: v.string() }) }),
    v.strictObject({ secretRef: v.strictObject({ name: v.string() }) }),
  ]),
  startupProbe: Probe,
  readinessProbe: Probe,
  livenessProbe: Probe,
})
/** As much of the form of each kind as these files use. */
const Manifest = v.variant('kind', [
  v.strictObject({
    apiVersion: v.literal('v1'),
    kind: v.literal('ConfigMap'),
    metadata,
    data: v.record(v.string(), v.string()),
  }),
  v.strictObject({
    apiVersion: v.literal('apps/v1'),
    kind: v.literal('Deployment'),
    metadata,
    spec: v.strictObject({
      replicas: v.number(),
      selector: Selector,
      strategy: v.looseObject({}),
      template: v.strictObject({
        metadata: v.strictObject({ labels: Labels }),
        spec: v.looseObject({ terminationGracePeriodSeconds: v.number(), containers: v.tuple([Container]) }),
      }),
    }),
  }),
  v.strictObject({
    apiVersion: v.literal('v1'),
    kind: v.literal('Service'),
    metadata,
    spec: v.strictObject({
      selector: Labels,
      ports: v.array(v.strictObject({ name: v.string(), port: v.number(), targetPort: v.literal('http') })),
    }),
  }),
  v.strictObject({
    apiVersion: v.literal('policy/v1'),
    kind: v.literal('PodDisruptionBudget'),
    metadata,
    spec: v.strictObject({ minAvailable: v.number(), selector: Selector }),
  }),
  v.strictObject({
    apiVersion: v.literal('networking.k8s.io/v1'),
    kind: v.literal('Ingress'),
    metadata,
    spec: v.looseObject({}),
  }),
])

describe('the Kubernetes manifests', () => {
  const manifests = async () => {
    const documents = parseAllDocuments(await read('kubernetes/foyer.yaml'))
    return documents.map((document) => v.parse(Manifest, document.toJS()))
  }
  /** The one of a kind. */
  const only = <Found>(found: readonly Found[]): Found => (found.length === 1 ? found[0] : undefined) ?? expect.fail()

  test('have the form of their kinds, and choose the same nodes', async () => {
    const all = await manifests()
    expect(all.map(({ kind }) => kind)).toEqual([
      'ConfigMap',
      'Deployment',
      'Service',
      'PodDisruptionBudget',
      'Ingress',
    ])
    const chosen = all.flatMap((each) => {
      if (each.kind === 'Deployment') return [each.spec.selector.matchLabels, each.spec.template.metadata.labels]
      if (each.kind === 'PodDisruptionBudget') return [each.spec.selector.matchLabels]
      return each.kind === 'Service' ? [each.spec.selector] : []
    })
    expect(new Set(chosen.map((labels) => JSON.stringify(labels)))).toHaveLength(1)
  })

  test('configure nodes that start, are asked whether they are ready, and have the time that they need to end', async () => {
    const all = await manifests()
    const { data } = only(all.flatMap((each) => (each.kind === 'ConfigMap' ? [each] : [])))
    const { spec } = only(all.flatMap((each) => (each.kind === 'Deployment' ? [each] : []))).spec.template
    const said = [...(await read('kubernetes/foyer.yaml')).matchAll(/--from-literal=(\w+)=/g)].map(
      ([, name = '']) => name,
    )
    expect([...Object.keys(data), ...said].filter((name) => !(name in Environment.entries))).toEqual([])
    const filled = {
      ...data,
      DATABASE_URL: 'postgres://postgres/foyer',
      REDIS_URL: 'redis://limits',
      PICTURES_ACCESS_KEY: 'access-key',
      PICTURES_SECRET_KEY: 'secret-key',
    }
    // Whose word on a visitor's address is believed is the operator's to say: whoever leaves it out is told so, and trusts nobody by mistake.
    await expect(readConfig(filled)).rejects.toMatchObject({
      problems: [expect.stringMatching(/^TRUSTED_PROXIES must be addresses or networks/)],
    })
    const config = await readConfig({ ...filled, TRUSTED_PROXIES: '10.42.7.0/24' })
    expect(config.pictures).toMatchObject({ kind: 'bucket', bucket: 'foyer-pictures' })
    const [container] = spec.containers
    expect([container.readinessProbe.httpGet.path, container.livenessProbe.httpGet.path]).toEqual([
      '/readyz',
      '/healthz',
    ])
    // It is known to be leaving before its port closes; then running requests and the work beside them have 10 s each.
    expect(config.drainSeconds).toBeGreaterThan(container.readinessProbe.periodSeconds)
    expect(spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(config.drainSeconds + 20)
    expect(container.ports[0].containerPort).toBe(8787)
  })
})
