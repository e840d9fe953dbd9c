/**
 * The databases that a whole list of tests runs on. FOYER_FULL=1: each. Else the last: what the embedded one does otherwise is asked in `db/`, of the
 * contract, of backups and of the indexer, and every journey in a browser runs on it.
 *
 * @example
 * describe.each(wholeOn([embedded, server]))('accounts on $name', ({ open }) => {})
 */
export const wholeOn = <Database>(databases: readonly Database[]): Database[] =>
  databases.slice(process.env.FOYER_FULL ? 0 : -1)
