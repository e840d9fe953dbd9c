import { createHash } from 'node:crypto'
import { BackupError } from './BackupError.js'
import { backupVersion, EndLine, Header, parseLine } from './backupFile.js'
import { readLines } from './readLines.js'

/** A backup that is whole and unchanged. */
export interface VerifiedBackup {
  readonly header: Header
  readonly rows: number
}

/**
 * Reads a whole file and changes nothing: only what is whole is brought back.
 * @throws {@link BackupError}
 */
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
  if (header === undefined) {
    throw new BackupError({ code: 'backup_damaged', message: `${file} is no backup. Nothing was changed.` })
  }
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
