import type { Foyer } from '@foyer/core'
import { HeadlessProvider, useAccounts } from '@foyer/react/headless'
import { Account } from './Account.js'
import { Activity } from './Activity.js'
import { Connect } from './Connect.js'
import { Networks } from './Networks.js'
import { Requests } from './Requests.js'
import { Swap } from './Swap.js'
import { Tokens } from './Tokens.js'
import { Transfer } from './Transfer.js'

/** The whole page: what the modal does, in the host's own HTML. */
export function Headless({ foyer }: { readonly foyer: Foyer }) {
  return (
    <HeadlessProvider foyer={foyer}>
      <div className="page">
        <header>
          <p className="kicker">
            <a href="/">Foyer</a> without its modal
          </p>
          <h1>Your own hall.</h1>
          <p className="lead">
            Plain HTML over the hooks of <code>@foyer/react/headless</code>. None of the modal’s code is on this page.
          </p>
        </header>
        <Hall foyer={foyer} />
      </div>
    </HeadlessProvider>
  )
}

function Hall({ foyer }: { readonly foyer: Foyer }) {
  const { address } = useAccounts()
  if (address === undefined)
    return (
      <main>
        <Connect />
      </main>
    )
  return (
    <main>
      <Account />
      <Tokens />
      <Networks />
      <Transfer />
      <Requests foyer={foyer} />
      <Activity />
      <Swap />
    </main>
  )
}
