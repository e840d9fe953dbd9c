import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { afterEach, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { Environment } from './config/environment.js'
import { readConfig } from './config/readConfig.js'
import { type Listener, listen } from './listen.js'

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const read = (path: string) => readFile(at(path), 'utf8')

let server: Listener | undefined
afterEach(() => server?.close())

describe('the image', () => {
  /** Its instructions, each in one line. */
  const instructions = async () => {
    const lines = (await read('Dockerfile'))
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
    const { packageManager } = JSON.parse(await read('../../package.json'))
    for (const [manager] of run.matchAll(/pnpm@[\d.]+/g)) expect(manager).toBe(packageManager)
    expect(last.find(({ name }) => name === 'ENTRYPOINT')?.rest).toBe('["node", "/app/dist/main.js"]')
  })

  test('asks itself whether it lives, with nothing but Node', async () => {
    const { rest = '' } = (await instructions()).find(({ name }) => name === 'HEALTHCHECK') ?? {}
    const [command, ...args] = v.parse(v.array(v.string()), JSON.parse(rest.slice(rest.indexOf('CMD ') + 4)))
    expect(command).toBe('node')
    const ask = (port: number) =>
      new Promise<number | null>((resolve) => {
        spawn(process.execPath, args, { env: { PORT: String(port) } }).once('close', resolve)
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

describe('the compose file', () => {
  const Service = v.looseObject({
    environment: v.optional(v.record(v.string(), v.string()), {}),
    networks: v.array(v.string()),
    depends_on: v.optional(v.record(v.string(), v.object({ condition: v.literal('service_healthy') })), {}),
    volumes: v.optional(v.array(v.string()), []),
    healthcheck: v.optional(v.looseObject({ test: v.array(v.string()) })),
    build: v.optional(v.object({ context: v.string(), dockerfile: v.string() })),
    ports: v.optional(v.array(v.string()), []),
  })
  const Compose = v.looseObject({
    services: v.record(v.string(), Service),
    networks: v.looseObject({
      inside: v.object({ ipam: v.object({ config: v.tuple([v.object({ subnet: v.string() })]) }) }),
    }),
    volumes: v.record(v.string(), v.unknown()),
  })
  const compose = async () => v.parse(Compose, parse(await read('compose.yaml'), { merge: true }))

  test('names only what is there', async () => {
    const { services, volumes } = await compose()
    expect(Object.keys(services)).toEqual(['node-1', 'node-2', 'proxy', 'postgres', 'redis'])
    for (const { depends_on, volumes: mounts, build } of Object.values(services)) {
      for (const other of Object.keys(depends_on)) {
        const isNode = other.startsWith('node-') // whose check is the image's
        expect([other, isNode || services[other]?.healthcheck !== undefined]).toEqual([other, true])
      }
      for (const mount of mounts.filter((each) => !each.startsWith('${'))) {
        const [from = ''] = mount.split(':')
        expect([from, from.startsWith('.') ? existsSync(at(from)) : from in volumes]).toEqual([from, true])
      }
      if (build) expect(existsSync(at(`${build.context}/${build.dockerfile}`))).toBe(true)
    }
    // Only the proxy is reached from outside.
    expect(Object.entries(services).flatMap(([name, { ports }]) => (ports.length > 0 ? [name] : []))).toEqual(['proxy'])
  })

  test('configures nodes that start: each variable is known, and the whole is taken', async () => {
    const { services, networks } = await compose()
    const node = services['node-1']?.environment ?? {}
    expect(services['node-2']?.environment).toEqual(node)
    expect(Object.keys(node).filter((name) => !(name in Environment.entries))).toEqual([])
    const said = { POSTGRES_PASSWORD: 'sesame' }
    const filled = Object.entries(node).map(([name, text]) => [name, substituted({ text, said })])
    const config = await readConfig(Object.fromEntries(filled))
    expect(config.database).toEqual({ kind: 'postgres', url: 'postgres://foyer:sesame@postgres:5432/foyer' })
    // The proxy's word on who asks is believed, since it comes from the network inside.
    expect(config.trustedProxies).toEqual([networks.inside.ipam.config[0].subnet])
  })

  test('has a proxy that knows both nodes', async () => {
    const nginx = await read('compose/nginx.conf')
    const { services } = await compose()
    const upstreams = [...nginx.matchAll(/server (\S+):8787/g)].map(([, name]) => name)
    expect(upstreams).toEqual(Object.keys(services).filter((name) => name.startsWith('node-')))
    expect(nginx.match(/\{/g)).toHaveLength(nginx.match(/\}/g)?.length ?? 0)
    expect(services.proxy?.ports).toEqual([expect.stringMatching(/:8080$/)])
  })
})

/** As compose fills in `${NAME:-default}` and `${NAME:?or else}`. */
function substituted({ text, said }: { text: string; said: Readonly<Record<string, string>> }): string {
  return text.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind: string, rest: string) => {
    const value = said[name]
    if (value !== undefined) return value
    if (kind === '?') throw new Error(rest)
    return rest ?? ''
  })
}
