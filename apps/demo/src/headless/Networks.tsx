import { type NetworkRow, useFoyerNetworks, useFoyerSentences, useFoyerSwitchNetwork } from '@foyer/react/headless'
import { useId } from 'react'
import { useWords } from '../words/WordsProvider.js'

/** The networks, each with where switching to it stands. */
export function Networks() {
  const rows = useFoyerNetworks()
  const { headless } = useWords()
  const title = useId()
  return (
    <section className="card" aria-labelledby={title}>
      <h2 id={title}>{headless.network}</h2>
      <ul className="rows">
        {rows.map((row) => (
          <li key={row.network.caipNetworkId}>
            <Network {...row} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Network({ network, selected, refused }: NetworkRow) {
  const say = useFoyerSentences()
  const { headless } = useWords()
  const { phase, notice, switchNetwork, cancel } = useFoyerSwitchNetwork({ networkId: network.caipNetworkId })
  const sentences = {
    idle: '',
    waiting: say('network.approve'),
    adding: say('network.adding'),
    declined: say('network.declined'),
    unsupported: say('network.chainNotSupported'),
    failed: notice ? say(notice) : say('network.failed'),
  }
  return (
    <>
      <button
        type="button"
        className="row"
        aria-pressed={selected}
        disabled={selected || refused}
        onClick={switchNetwork}
      >
        <span className="initial" aria-hidden="true">
          {[...network.name][0]}
        </span>
        <span>{network.name}</span>
        {selected ? <small>{headless.inUse}</small> : null}
      </button>
      {selected ? null : (
        <p role="status" className="hint">
          {sentences[phase]}
        </p>
      )}
      {phase === 'waiting' || phase === 'adding' ? (
        <button type="button" className="link" onClick={cancel}>
          {headless.cancel}
        </button>
      ) : null}
    </>
  )
}
