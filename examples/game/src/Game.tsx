import { FoyerError } from '@foyer/core/errors'
import { useFoyerAccount } from '@foyer/react'
import { useFoyerSession } from '@foyer/react/headless'
import { useState } from 'react'
import { moves, moveTo } from './session'

const squares = [1, 2, 3, 4, 5, 6, 7, 8, 9]

/** The board: a press moves, without asking in the wallet. */
export function Game() {
  const { isConnected, address: account } = useFoyerAccount()
  const { phase, why, address, reading, grant, redeem, end } = useFoyerSession(moves)
  const [outcome, setOutcome] = useState('')
  if (!isConnected) return <p>Not connected yet.</p>

  /** What goes wrong is an error with a code: the session is over, its key has no coin, the visitor said no. */
  async function run(action: () => Promise<string>) {
    setOutcome('…')
    try {
      setOutcome(await action())
    } catch (error) {
      setOutcome(error instanceof FoyerError ? `${error.code}: ${error.message}` : String(error))
    }
  }
  const play = async () => {
    await grant()
    return 'You may play'
  }
  const press = (square: number) =>
    run(async () => {
      await redeem(moveTo(square))
      return `Moved to ${square}`
    })
  const finish = async () => {
    await end()
    return 'Ended'
  }

  return (
    <section aria-label="Game" style={{ overflowWrap: 'anywhere' }}>
      <p>
        {phase === 'over' ? `The game is over: ${why}` : `The game is ${phase}`}
        {reading?.spent === undefined ? '' : `, ${reading.spent} of 50 moves made`}
      </p>
      <p>Account: {account}</p>
      {address ? <p>Key of this page, which pays for the moves where the project doesn’t: {address}</p> : null}
      {phase === 'none' || phase === 'over' ? (
        <button type="button" onClick={() => run(play)}>
          Allow 50 moves
        </button>
      ) : null}
      <fieldset aria-label="Board">
        {squares.map((square) => (
          <button key={square} type="button" onClick={() => press(square)}>
            {square}
          </button>
        ))}
      </fieldset>
      {phase === 'active' ? (
        <button type="button" onClick={() => run(finish)}>
          End the game
        </button>
      ) : null}
      <p role="status">{outcome}</p>
    </section>
  )
}
