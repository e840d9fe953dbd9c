import { shortenAddress } from '@foyer/core/chain'
import { Button, CheckIcon, Spinner, XIcon } from '@foyer/parts'
import type { ReactNode } from 'react'
import { receiptSentences } from '../messages/receiptSentences.js'
import { say, sayOf } from '../messages/say.js'
import { useEscape } from '../views/useEscape.js'
import type { ApprovalReceipt, Came } from './approvals.js'

export interface ReceiptProps {
  readonly receipt: ApprovalReceipt
  /** The visitor has read it. */
  readonly onDone: () => void
}

/**
 * That what was approved is done, in the moment before the page around has its answer. Of an exchange it stays beyond that, until the network has carried it
 * out, and says what came.
 */
export function Receipt({ receipt: { kind, hash, came }, onDone }: ReceiptProps): ReactNode {
  useEscape(came ? onDone : () => {})
  const status = came === 'awaited' ? undefined : came?.status
  return (
    <main className="screen message receipt" data-part="receipt">
      <header className="head">
        <span className="sign" data-is={came === 'awaited' ? 'awaited' : status === 'failed' ? 'failed' : 'done'}>
          {came === 'awaited' ? <Spinner /> : status === 'failed' ? <XIcon /> : <CheckIcon />}
        </span>
        <h1 className="title" role="status">
          {status === 'done' || status === 'failed'
            ? sayHere(`receipt.${status}`)
            : say(kind === 'sent' ? 'approve.sent' : 'approve.signed')}
        </h1>
      </header>
      {came ? (
        <div className="scroll" role="status">
          {linesOf(came).map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      ) : null}
      {hash === undefined ? null : (
        <bdi className="hash" dir="ltr" title={hash}>
          {shortenAddress({ address: hash })}
        </bdi>
      )}
      {came ? (
        <div className="decision">
          <div className="actions">
            <Button onClick={onDone}>{sayHere('receipt.leave')}</Button>
          </div>
        </div>
      ) : null}
    </main>
  )
}

const sayHere = (name: keyof typeof receiptSentences, values: Readonly<Record<string, string>> = {}): string =>
  sayOf(receiptSentences, name, values)

function linesOf(came: Came | 'awaited'): readonly string[] {
  if (came === 'awaited') return [sayHere('receipt.awaited')]
  if (came.status === 'failed') return [sayHere('receipt.failedSay')]
  if (came.status === 'unknown') return [sayHere('receipt.unknown')]
  return came.amounts.length === 0
    ? [sayHere('receipt.nothing')]
    : came.amounts.map((what) => sayHere('receipt.got', { what }))
}
