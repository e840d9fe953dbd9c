/** A server that answers. */
export interface RunningServer {
  readonly url: string
  readonly port: number
  /**
   * Says by `/readyz` that it is leaving, and answers on for `drainSeconds`; then takes no more requests, finishes those that run, within 10 s,
   * and closes the database. Can be called again.
   */
  stop(): Promise<void>
}
