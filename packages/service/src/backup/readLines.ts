import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { BackupError } from './BackupError.js'

/** More than the largest row, so that a file of something else doesn't fill the memory. */
const longestLine = 128 * 1024 * 1024
const newline = 0x0a

/**
 * Reads a file line by line, unpacked if it is packed. Not with `node:readline`, which ends a line at characters that JSON
 * may hold.
 * @throws {@link BackupError}
 */
export async function* readLines(file: string): AsyncGenerator<string> {
  const source = createReadStream(file)
  const unpacked = file.endsWith('.gz') ? createGunzip() : undefined
  // The pipeline's failure also fails its last stream, which is read here.
  const piping = unpacked === undefined ? undefined : pipeline(source, unpacked).catch(() => {})
  const pieces: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of unpacked ?? source) {
      let rest: Buffer = chunk
      for (let end = rest.indexOf(newline); end >= 0; end = rest.indexOf(newline)) {
        yield Buffer.concat([...pieces.splice(0), rest.subarray(0, end)]).toString('utf8')
        length = 0
        rest = rest.subarray(end + 1)
      }
      pieces.push(rest)
      length += rest.length
      if (length > longestLine) throw new BackupError({ code: 'backup_damaged', message: `${file} is no backup.` })
    }
    if (length > 0) yield Buffer.concat(pieces).toString('utf8')
    await piping
  } catch (cause) {
    if (cause instanceof BackupError) throw cause
    throw unreadable({ file, cause })
  } finally {
    source.destroy()
    unpacked?.destroy()
  }
}

function unreadable({ file, cause }: { file: string; cause: unknown }): BackupError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown reason'
  if (code.startsWith('Z_')) {
    return new BackupError({
      code: 'backup_damaged',
      message: `${file} is damaged (${code}). Nothing was changed.`,
      cause,
    })
  }
  return new BackupError({ code: 'backup_file', message: `${file} can't be read (${code}).`, cause })
}
