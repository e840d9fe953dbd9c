import { mkdir, statfs } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import { DatabaseError } from './database.js'
import { callMethod, withMethods } from './withMethods.js'

export interface OpenEmbedded {
  /** the folder; in memory if left out */
  path?: string | undefined
  /** called when it is lost, as by a full disk */
  onLost?: ((cause: unknown) => void) | undefined
  onBack?: (() => void) | undefined
}

/** An embedded database serves one connection, and what it reads the system caches anyway: with PostgreSQL's usual 128 MB of buffers a server takes 150 MB more. */
const sparing = ['shared_buffers=16MB', 'maintenance_work_mem=16MB', 'max_connections=4'].flatMap((each) => [
  '-c',
  each,
])

/** The bytes that a start may write before it answers: two segments of the log of 16 MB each, and as much of tables. */
const roomBytes = 64 * 1024 * 1024
/** Between two attempts to open it again; an attempt holds the event loop for a moment. */
const restMs = 5_000

/**
 * Opens PGlite. A PostgreSQL that can't write its log, because the disk is full, ends itself (PANIC) and is started again by its
 * postmaster. An embedded one has none, and what is asked of it after that never returns and holds the whole process. So it is asked
 * nothing more: until the disk has room and the folder is opened again, which keeps all that was committed, every query fails at once.
 * @throws what PGlite throws
 */
export async function openEmbedded({ path, onLost, onBack }: OpenEmbedded): Promise<{
  client: PGlite
  close(): Promise<void>
}> {
  let client: PGlite | null = null
  let reopening: Promise<PGlite> | undefined
  let askNotBefore = 0
  let isClosed = false
  const open = async () => {
    const opened = await PGlite.create(path ?? 'memory://', { startParams: [...PGlite.defaultStartParams, ...sparing] })
    endAtPanic({
      client: opened,
      onPanic(cause) {
        client = null
        onLost?.(cause)
      },
    })
    client = opened
    return opened
  }
  const reopen = async () => {
    if (path === undefined || performance.now() < askNotBefore) throw silent()
    try {
      await requireRoom(path)
      const opened = await open()
      onBack?.()
      return opened
    } catch (cause) {
      askNotBefore = performance.now() + restMs
      throw silent(cause)
    }
  }
  const present = async () => {
    if (isClosed) throw new TypeError('The embedded database is closed.')
    if (client !== null) return client
    reopening ??= reopen().finally(() => {
      reopening = undefined
    })
    return reopening
  }
  const passOn = (name: string) => [
    name,
    async (...args: unknown[]) => callMethod({ target: await present(), name, args }),
  ]
  const first = await open()
  return {
    client: withMethods(first, Object.fromEntries(['query', 'exec', 'transaction'].map(passOn))),
    async close() {
      isClosed = true
      await reopening?.catch(() => {}) // its callers were rejected
      await client?.close()
      client = null
    },
  }
}

/** Makes sure that a folder is there, and has room for a start. @throws {@link DatabaseError} */
export async function requireRoom(path: string): Promise<void> {
  await mkdir(path, { recursive: true })
  const { bavail, bsize } = await statfs(path)
  if (bavail * bsize >= roomBytes) return
  throw new DatabaseError({
    code: 'database_open',
    message: `The disk of ${path} has less than 64 MB left, which the embedded database may need to start. Make room, and start again: nothing is lost.`,
  })
}

const silent = (cause?: unknown) =>
  new DatabaseError({ code: 'database_silent', message: "The embedded database doesn't answer.", cause })

/** Whatever is asked goes through these two, the end of a transaction that failed too. */
function endAtPanic({ client, onPanic }: { client: PGlite; onPanic: (cause: unknown) => void }): void {
  let end: DatabaseError | null = null
  const guarded =
    <Args extends unknown[], Answer>(ask: (...args: Args) => Promise<Answer>) =>
    async (...args: Args) => {
      if (end !== null) throw end
      try {
        return await ask(...args)
      } catch (cause) {
        if (end === null && isPanic(cause)) {
          end = silent(cause)
          onPanic(cause)
          await client.fs?.closeFs() // its files, which the next one opens
        }
        throw cause
      }
    }
  client.execProtocol = guarded(client.execProtocol.bind(client))
  client.execProtocolStream = guarded(client.execProtocolStream.bind(client))
}

const isPanic = (cause: unknown): boolean => cause instanceof Error && 'severity' in cause && cause.severity === 'PANIC'
