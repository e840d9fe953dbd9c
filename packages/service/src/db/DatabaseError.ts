/** The database can't be opened, brought up to date or asked. The message never holds its address or password. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
  readonly code: 'database_open' | 'database_in_use' | 'database_migration' | 'database_silent'

  constructor({ code, message, cause }: { code: DatabaseError['code']; message: string; cause?: unknown }) {
    super(message, { cause })
    this.code = code
  }
}
