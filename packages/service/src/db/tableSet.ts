/** The tables of one database, and where it writes down which migrations it went through. The server and the keeper have one each. */
export interface TableSet {
  readonly tables: Readonly<Record<string, unknown>>
  /** in the schema `drizzle` */
  readonly journal: string
}
