import type { ConnectRow } from '@foyer/core/wallets'
import { type ConnectAttemptView, useConnectRows, useSentences, useWallets } from '@foyer/react/headless'
import { useId, useState } from 'react'

/** The ways to connect, and where the chosen one stands. */
export function Connect() {
  const { rows, all, phase, choose, attempt, cancel } = useConnectRows()
  const [listsAll, setListsAll] = useState(false)
  const title = useId()
  return (
    <section className="card" aria-labelledby={title}>
      <h2 id={title}>Connect a wallet</h2>
      {phase === 'looking' ? <p className="hint">Looking for wallets…</p> : null}
      {phase === 'none' ? <p className="hint">No wallet was found in this browser.</p> : null}
      <ul className="rows">
        {rows.map((row) => (
          <li key={row.id}>{row.kind === 'coming' ? <span className="outline" /> : wayOf(row, () => choose(row))}</li>
        ))}
      </ul>
      {attempt ? <Attempt attempt={attempt} onCancel={cancel} /> : null}
      {all ? (
        <button type="button" className="link" aria-expanded={listsAll} onClick={() => setListsAll(!listsAll)}>
          All wallets {all.count ? `(${all.count})` : ''}
        </button>
      ) : null}
      {listsAll ? <AllWallets onChoose={choose} /> : null}
    </section>
  )
}

const tags = { installed: 'Installed', recent: 'Recent', qrcode: 'Link', multichain: 'Multichain' } as const

function wayOf({ name, icon, tag }: ConnectRow, onClick: () => void) {
  return (
    <button type="button" className="row" onClick={onClick}>
      {icon ? (
        <img src={icon} alt="" width="36" height="36" />
      ) : (
        <span className="initial" aria-hidden="true">
          {[...name][0]}
        </span>
      )}
      <span>{name}</span>
      {tag ? <small>{tags[tag]}</small> : null}
    </button>
  )
}

/** What the visitor does next, or why it failed. */
function Attempt({ attempt, onCancel }: { readonly attempt: ConnectAttemptView; readonly onCancel: () => void }) {
  const say = useSentences()
  const { name, phase, notice, uri } = attempt
  const wallet = name || 'the wallet'
  const sentences = {
    idle: '',
    waiting: uri ? 'Open this link in a wallet, or paste it there.' : say('connect.continue', { wallet }),
    declined: say('connect.declined'),
    pending: say('connect.pendingWhy', { wallet }),
    timedOut: say('connect.timedOut'),
    gone: say('connect.goneWhy', { wallet }),
    failed: notice ? say(notice) : say('connect.failed'),
  }
  return (
    <div className="attempt" data-phase={phase}>
      <p role="status">{sentences[phase]}</p>
      {uri ? <input readOnly aria-label="Pairing link" value={uri} onFocus={(event) => event.target.select()} /> : null}
      {phase === 'waiting' ? (
        <button type="button" className="link" onClick={onCancel}>
          Cancel
        </button>
      ) : null}
    </div>
  )
}

function AllWallets({ onChoose }: { readonly onChoose: ReturnType<typeof useConnectRows>['choose'] }) {
  const [search, setSearch] = useState('')
  const { wallets, total, phase, more, retry } = useWallets({ search })
  return (
    <div className="all">
      <label>
        Search
        <input type="search" value={search} onChange={(event) => setSearch(event.target.value)} />
      </label>
      <p role="status" className="hint">
        {phase === 'loading' ? 'Loading…' : `${total} ${total === 1 ? 'wallet' : 'wallets'}`}
      </p>
      <ul className="rows">
        {wallets.map((wallet) => (
          <li key={wallet.id}>
            <button type="button" className="row" onClick={() => onChoose(wallet)}>
              <span className="initial" aria-hidden="true">
                {[...wallet.name][0]}
              </span>
              <span>{wallet.name}</span>
            </button>
          </li>
        ))}
      </ul>
      {wallets.length < total ? (
        <button type="button" className="link" onClick={retry ?? more}>
          {retry ? 'Try again' : 'Show more'}
        </button>
      ) : null}
    </div>
  )
}
