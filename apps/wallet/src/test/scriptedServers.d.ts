import { type CeremonyState } from '@foyer/embedded/custody'
export interface ScriptedServers {
  readonly fetch: (url: string | URL | Request, init?: RequestInit) => Promise<Response>
  readonly keeperKeys: {
    readonly sealing: string
    readonly signing: string
  }
  /** Every call, in order. */
  readonly calls: {
    readonly id: string
    readonly body: string
    readonly reply: string
  }[]
  /** Uses the mailbox's link, with these digits. */
  useLink(email: string): Promise<string>
  /** What the next ceremony's question is answered instead. */
  state: {
    override: ((ceremony: string) => CeremonyState | undefined) | undefined
    isAway: boolean
    sessionOver: boolean
  }
  readonly code: string
}
export declare function scriptedServers(): Promise<ScriptedServers>
