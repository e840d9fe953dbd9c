import { spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listen } from '@foyer/page'
import { holdPort } from '../scripts/ports.mjs'
import type { HostProject } from './hostList.js'
import { type ExampleHost, end, originOf } from './journeys/exampleHost.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const hosts = join(root, 'e2e/hosts')

/** What the hosts install of ours. */
const ours = ['core', 'evm', 'react']

interface Manifest {
  readonly scripts?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
}

/** A host as it was built. */
export interface BuiltHost {
  /** All that its bundler said. */
  readonly output: string
  /** The React that its package.json asks for. */
  readonly react: string
  serve(): Promise<ExampleHost>
  remove(): Promise<void>
}

const manifestOf = async (folder: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))

/**
 * Puts a host with the shared page into a folder of its own, with what it needs installed as a stranger has it: the kit's packages as they are published, whose
 * React is the host's; and builds it by its own command.
 * @throws where it doesn't build
 */
export async function buildHostProject({ name, react }: Pick<HostProject, 'name' | 'react'>): Promise<BuiltHost> {
  await mkdir(join(root, '.foyer/hosts'), { recursive: true })
  const folder = await mkdtemp(join(root, `.foyer/hosts/${name}-`))
  const remove = () => rm(folder, { recursive: true, force: true })
  const isSource = (path: string) => !/\/(node_modules|dist|build|\.next)$/.test(path)
  for (const source of [`${hosts}/app`, `${hosts}/${name}`])
    await cp(source, folder, { recursive: true, filter: isSource })
  const versions = react ? `${hosts}/${react}` : folder
  await installInto({ folder, from: `${hosts}/${name}`, react: react ? versions : `${hosts}/${name}` })
  const { scripts = {} } = await manifestOf(folder)
  const { dependencies = {} } = await manifestOf(versions)
  const { code, output } = await run({ command: scripts.build ?? '', folder })
  if (code !== 0) {
    await remove()
    throw new Error(`${name} isn't built:\n${output}`)
  }
  return {
    output,
    react: dependencies.react ?? '',
    serve: () => (scripts.start ? serveByCommand({ command: scripts.start, folder }) : serveFiles(folder)),
    remove,
  }
}

async function installInto({
  folder,
  from,
  react,
}: Readonly<Record<'folder' | 'from' | 'react', string>>): Promise<void> {
  const modules = join(folder, 'node_modules')
  for (const name of ours) {
    const source = join(root, 'packages', name)
    const target = join(modules, '@foyer', name)
    await cp(join(source, 'dist'), join(target, 'dist'), { recursive: true })
    await cp(join(source, 'package.json'), join(target, 'package.json'))
    const { dependencies = {} } = await manifestOf(source)
    for (const each of Object.keys(dependencies).filter((other) => !other.startsWith('@foyer/')))
      await link(join(source, 'node_modules', each), join(modules, each))
  }
  const { dependencies = {} } = await manifestOf(from)
  for (const each of Object.keys(dependencies).filter((other) => !other.startsWith('@foyer/')))
    await link(join(/^react(-dom)?$/.test(each) ? react : from, 'node_modules', each), join(modules, each))
  await link(join(from, 'node_modules/.bin'), join(modules, '.bin'))
}

async function link(target: string, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await rm(path, { force: true })
  await symlink(target, path)
}

interface Command {
  readonly command: string
  readonly folder: string
  readonly port?: number
}

const environment = (folder: string, port: number) => ({
  ...process.env,
  PATH: `${folder}/node_modules/.bin:${process.env.PATH}`,
  // The tests' own isn't what a host is built under.
  NODE_ENV: 'production' as const,
  NEXT_TELEMETRY_DISABLED: '1',
  NO_COLOR: '1',
  FORCE_COLOR: undefined,
  PORT: String(port),
})

const start = ({ command, folder, port = 0 }: Command) =>
  spawn('sh', ['-c', `exec ${command}`], {
    cwd: folder,
    env: environment(folder, port),
    stdio: ['ignore', 'pipe', 'pipe'],
  })

function run(command: Command): Promise<{ readonly code: number | null; readonly output: string }> {
  return new Promise((resolve, reject) => {
    const child = start(command)
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += String(chunk)
      })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output }))
  })
}

async function serveByCommand(command: Command): Promise<ExampleHost> {
  // Not every server says which port it was given where it may take any.
  const held = await holdPort()
  await held.release()
  const server = start({ ...command, port: held.port })
  server.stderr.resume()
  return { origin: await originOf(server), stop: () => end(server) }
}

const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** What was built, and the host's own page where the bundler has written none. */
async function serveFiles(folder: string): Promise<ExampleHost> {
  const names = new Set(await readdir(join(folder, 'dist'), { recursive: true }))
  const { port, stop } = await listen({
    port: 0,
    async fetch(request) {
      const name = new URL(request.url).pathname.slice(1) || 'index.html'
      if (!names.has(name) && name !== 'index.html') return new Response(null, { status: 404 })
      const content = await readFile(join(folder, names.has(name) ? 'dist' : '', name))
      return new Response(content, { headers: { 'content-type': types[extname(name)] ?? 'application/octet-stream' } })
    },
  })
  return { origin: `http://localhost:${port}`, stop }
}
