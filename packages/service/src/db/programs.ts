/** A program with a database of its own, and what its operator calls what it is given. */
export interface Program {
  /** as sentences name it, and a backup its maker */
  readonly name: 'server' | 'keeper'
  readonly command: string
  /** the table, in the schema `drizzle`, where its database writes down which migrations it went through: the mark by which a database is its */
  readonly journal: string
  /** where none is said */
  readonly usualPort: number
  /** the names of its settings */
  readonly settings: {
    readonly url: string
    readonly folder: string
    readonly host: string
    readonly port: string
  }
}

/** Every program with a database: each refuses another's. */
export const programs = {
  server: {
    name: 'server',
    command: 'foyer-server',
    journal: '__server_migrations',
    usualPort: 8787,
    settings: { url: 'DATABASE_URL', folder: 'DATA_DIR', host: 'HOST', port: 'PORT' },
  },
  keeper: {
    name: 'keeper',
    command: 'foyer-keeper',
    journal: '__keeper_migrations',
    usualPort: 8789,
    settings: { url: 'KEEPER_DATABASE_URL', folder: 'KEEPER_DATA_DIR', host: 'KEEPER_HOST', port: 'KEEPER_PORT' },
  },
} as const satisfies Record<string, Program>
