/** What the page of wagmi's connector is set up with. */
export interface WagmiSettings {
  readonly relayUrl: string
  readonly chains: readonly { readonly id: number; readonly name: string; readonly url: string }[]
}
