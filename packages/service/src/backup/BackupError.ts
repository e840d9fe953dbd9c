/** A backup can't be made or brought back. The message is for the operator and names no row. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
  readonly code:
    | 'backup_exists'
    | 'backup_file'
    | 'backup_damaged'
    | 'backup_newer'
    | 'backup_not_empty'
    | 'backup_refused'
    | 'backup_busy'

  constructor({ code, message, cause }: { code: BackupError['code']; message: string; cause?: unknown }) {
    super(message, { cause })
    this.code = code
  }
}
