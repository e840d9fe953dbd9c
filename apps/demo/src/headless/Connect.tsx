import type { ConnectRow } from '@foyer/core/wallets'
import { type ConnectAttemptView, useFoyerConnectRows, useFoyerSentences, useFoyerWallets } from '@foyer/react/headless'
import { useId, useState } from 'react'
import { useWords } from '../words/WordsProvider.js'
import { fill, type Words } from '../words/words.js'

/** The ways to connect, and where the chosen one stands. */
export function Connect() {
  const { rows, all, phase, choose, attempt, cancel } = useFoyerConnectRows()
  const [listsAll, setListsAll] = useState(false)
  const { headless } = useWords()
  const title = useId()
  return (
    <section className="card" aria-labelledby={title}>
      <h2 id={title}>{headless.connect}</h2>
      {phase === 'looking' ? <p className="hint">{headless.looking}</p> : null}
      {phase === 'none' ? <p className="hint">{headless.noWallet}</p> : null}
      <ul className="rows">
        {rows.map((row) => (
          <li key={row.id}>
            {row.kind === 'coming' ? (
              <span className="outline" />
            ) : (
              <Way row={row} words={headless} onChoose={() => choose(row)} />
            )}
          </li>
        ))}
      </ul>
      {attempt ? <Attempt attempt={attempt} onCancel={cancel} /> : null}
      {all ? (
        <button type="button" className="link" aria-expanded={listsAll} onClick={() => setListsAll(!listsAll)}>
          {headless.allWallets} {all.count ? `(${all.count})` : ''}
        </button>
      ) : null}
      {listsAll ? <AllWallets onChoose={choose} /> : null}
    </section>
  )
}

interface WayProps {
  readonly row: ConnectRow
  readonly words: Words['headless']
  readonly onChoose: () => void
}

function Way({ row: { name, icon, tag }, words, onChoose }: WayProps) {
  return (
    <button type="button" className="row" onClick={onChoose}>
      {icon ? (
        <img src={icon} alt="" width="36" height="36" />
      ) : (
        <span className="initial" aria-hidden="true">
          {[...name][0]}
        </span>
      )}
      <span>{name}</span>
      {tag ? <small>{words[tag]}</small> : null}
    </button>
  )
}

/** Shows the visitor's next step, or why an attempt failed. */
function Attempt({ attempt, onCancel }: { readonly attempt: ConnectAttemptView; readonly onCancel: () => void }) {
  const say = useFoyerSentences()
  const { headless } = useWords()
  const { name, phase, notice, uri } = attempt
  const wallet = name || headless.theWallet
  const sentences = {
    idle: '',
    waiting: uri ? headless.openLink : say('connect.continue', { wallet }),
    declined: say('connect.declined'),
    pending: say('connect.pendingWhy', { wallet }),
    timedOut: say('connect.timedOut'),
    gone: say('connect.goneWhy', { wallet }),
    failed: notice ? say(notice) : say('connect.failed'),
  }
  return (
    <div className="attempt" data-phase={phase}>
      <p role="status">{sentences[phase]}</p>
      {uri ? (
        <input readOnly aria-label={headless.pairingLink} value={uri} onFocus={(event) => event.target.select()} />
      ) : null}
      {phase === 'waiting' ? (
        <button type="button" className="link" onClick={onCancel}>
          {headless.cancel}
        </button>
      ) : null}
    </div>
  )
}

function AllWallets({ onChoose }: { readonly onChoose: ReturnType<typeof useFoyerConnectRows>['choose'] }) {
  const [search, setSearch] = useState('')
  const { headless } = useWords()
  const { wallets, total, phase, more, retry } = useFoyerWallets({ search })
  return (
    <div className="all">
      <label>
        {headless.search}
        <input type="search" value={search} onChange={(event) => setSearch(event.target.value)} />
      </label>
      <p role="status" className="hint">
        {phase === 'loading'
          ? headless.loading
          : total === 1
            ? headless.oneWallet
            : fill(headless.wallets, { count: `${total}` })}
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
          {retry ? headless.tryAgain : headless.showMore}
        </button>
      ) : null}
    </div>
  )
}
