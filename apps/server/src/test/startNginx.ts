import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { unusedPort } from '@foyer/stack'

/** The proxy of `compose.yaml` with its own files, as a process. */
export interface RunningNginx {
  readonly httpsPort: number
  readonly httpPort: number
  /** what it presents itself with */
  readonly certificate: string
  /** All that it has written anywhere. */
  log(): Promise<string>
  stop(): Promise<void>
}

const shipped = fileURLToPath(new URL('../../compose', import.meta.url))

/**
 * Starts nginx with the configuration that ships; ports, the name service and the nodes' port are the test's.
 * @param request.more - the content of one more file of `conf.d`
 * @param request.headerTimeout - in place of the time that ships for what a visitor sends before it asks, such as `1s`
 * @throws when no nginx or openssl is installed
 */
export async function startNginx(request: {
  nameServerPort: number
  nodePort: number
  more?: string | undefined
  headerTimeout?: string | undefined
}): Promise<RunningNginx> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-nginx-'))
  const [httpsPort, httpPort] = [await unusedPort(), await unusedPort()]
  await cp(join(shipped, 'conf.d'), join(folder, 'conf.d'), { recursive: true })
  const edit = async ({ from, to, changes }: { from: string; to: string; changes: readonly [string, string][] }) => {
    let text = await readFile(from, 'utf8')
    for (const [before, after] of changes) {
      if (!text.includes(before)) throw new Error(`${from} has no ${before}.`)
      text = text.replaceAll(before, after)
    }
    await writeFile(join(folder, to), text)
  }
  await edit({
    from: join(shipped, 'nginx.conf'),
    to: 'nginx.conf',
    changes: [
      ['listen 8080', `listen 127.0.0.1:${httpPort}`],
      ['listen 8443', `listen 127.0.0.1:${httpsPort}`],
      ['client_header_timeout 10s', `client_header_timeout ${request.headerTimeout ?? '10s'}`],
    ],
  })
  await edit({
    from: join(shipped, 'conf.d/nodes.conf'),
    to: 'conf.d/nodes.conf',
    changes: [
      ['resolver 127.0.0.11', `resolver 127.0.0.1:${request.nameServerPort}`],
      [':8787', `:${request.nodePort}`],
    ],
  })
  await writeFile(join(folder, 'conf.d/more.conf'), request.more ?? '')
  const certificate = await makeCertificate(folder)
  const args = ['-e', 'stderr', '-p', `${folder}/`, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;']
  const server = spawn(binary(), args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let written = ''
  for (const stream of [server.stdout, server.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      written += chunk
    })
  }
  let hasEnded = false
  const ended = new Promise<void>((resolve) => server.once('close', () => resolve())).then(() => {
    hasEnded = true
  })
  while (!(await isOpen(httpsPort))) if (hasEnded) throw new Error(`nginx ended before it listened: ${written}`)
  return {
    httpsPort,
    httpPort,
    certificate,
    log: async () => {
      const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((each) => each.isFile())
      const texts = files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8'))
      return [written, ...(await Promise.all(texts))].join('\n')
    },
    async stop() {
      server.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function makeCertificate(folder: string): Promise<string> {
  const tls = join(folder, 'tls')
  await mkdir(tls)
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', join(tls, 'tls.key')]
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '1']
  await promisify(execFile)('openssl', ['req', '-x509', ...key, ...name, '-out', join(tls, 'tls.crt')])
  return readFile(join(tls, 'tls.crt'), 'utf8')
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

function binary(): string {
  const folders = ['/usr/sbin', '/opt/homebrew/bin', ...(process.env.PATH ?? '').split(delimiter)]
  const found = folders.map((folder) => join(folder, 'nginx')).find((path) => existsSync(path))
  if (found !== undefined) return found
  throw new Error(
    'No nginx was found on this machine, and these tests need a real one. Install it, for example with `apt-get install -y nginx-light`, or put it on the PATH.',
  )
}
