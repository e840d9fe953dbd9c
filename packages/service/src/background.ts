/** Work in the background: following blocks, deleting old rows. */
export interface BackgroundWork {
  /** for the log */
  readonly name: string
  /** Starts, and returns at once. A failure of one round is logged and tried again; it never ends the process. */
  start(): void
  /** Ends after the round that runs, within 10 s. Can be called again, and without `start`. */
  stop(): Promise<void>
}
