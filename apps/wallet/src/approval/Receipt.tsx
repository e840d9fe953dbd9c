import { shortenAddress } from '@foyer/core/chain'
import { CheckIcon } from '@foyer/parts'
import type { ReactNode } from 'react'
import { say } from '../messages/say.js'
import type { ApprovalReceipt } from './approvals.js'

/** That what was approved is done, in the moment before the page around has its answer. Whether the network takes what was sent isn't known by then. */
export function Receipt({ receipt: { kind, hash } }: { readonly receipt: ApprovalReceipt }): ReactNode {
  return (
    <main className="screen message receipt" data-part="receipt">
      <header className="head">
        <span className="sign" data-is="done">
          <CheckIcon />
        </span>
        <h1 className="title" role="status">
          {say(kind === 'sent' ? 'approve.sent' : 'approve.signed')}
        </h1>
      </header>
      {hash === undefined ? null : (
        <bdi className="hash" dir="ltr" title={hash}>
          {shortenAddress({ address: hash })}
        </bdi>
      )}
    </main>
  )
}
