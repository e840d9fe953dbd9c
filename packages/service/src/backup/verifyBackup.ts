import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { BackupError, backupVersion, EndLine, Header, parseLine } from './backupFile.js'

/** More than the largest row, so that a file of something else doesn't fill the memory. */
const longestLine = 128 * 1024 * 1024
const newline = 0x0a

/** Reads a file line by line, unpacked if it is packed. Not with `node:readline`, which ends a line at characters that JSON may hold. @throws {@link BackupError} */
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
  const damage = `${file} is damaged (${code}). Nothing was changed.`
  if (code.startsWith('Z_')) return new BackupError({ code: 'backup_damaged', message: damage, cause })
  return new BackupError({ code: 'backup_file', message: `${file} can't be read (${code}).`, cause })
}

/** A backup that is whole and unchanged. */
export interface VerifiedBackup {
  readonly header: Header
  readonly rows: number
}

/** Reads a whole file and changes nothing: only what is whole is brought back. @throws {@link BackupError} */
export async function verifyBackup(file: string): Promise<VerifiedBackup> {
  const hash = createHash('sha256')
  let header: Header | undefined
  let end: EndLine['end'] | undefined
  for await (const line of readLines(file)) {
    if (end !== undefined) throw damaged(file)
    if (header === undefined) header = readHeader({ file, line })
    end = line.startsWith('{"end":') ? parseLine(EndLine, line)?.end : undefined
    if (end === undefined) hash.update(`${line}\n`)
  }
  if (header === undefined || end === undefined || hash.digest('hex') !== end.sha256) throw damaged(file)
  return { header, rows: end.rows }
}

function readHeader({ file, line }: { file: string; line: string }): Header {
  const header = parseLine(Header, line)
  if (header === undefined)
    throw new BackupError({ code: 'backup_damaged', message: `${file} is no backup. Nothing was changed.` })
  if (header.version <= backupVersion) return header
  throw newer(file)
}

export const newer = (file: string): BackupError =>
  new BackupError({
    code: 'backup_newer',
    message: `${file} was made by a newer release. Restore it with that one or a later one. Nothing was changed.`,
  })

export const damaged = (file: string): BackupError =>
  new BackupError({
    code: 'backup_damaged',
    message: `${file} is not as it was written: it was cut off or changed. Take another backup. Nothing was changed.`,
  })
