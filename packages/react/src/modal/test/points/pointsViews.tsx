import type { ViewName } from '@foyer/core'
import { emitEvent, runAttempt } from '@foyer/core/feature'
import { type Definition, watch } from '@foyer/core/query'
import { type ReactNode, useEffect, useState } from 'react'
import { useFoyer, useSay, type ViewEntry, view } from '../../../index.js'

/** The points of the account; as an example they are the digits of its address. */
const pointsOf: Definition<object, number, string, number> = {
  subject: (foyer) => foyer.account('eip155').address,
  key: (address) => ['points', 'eip155:1', address],
  freshMs: 30_000,
  staleBy: 'transaction',
  read: async ({ subject }) => subject.replace(/\D/g, '').length,
  data: ([count]) => count,
}

function PointsView(): ReactNode {
  const foyer = useFoyer()
  const say = useSay()
  const [count, setCount] = useState<number>()
  useEffect(() => watch(foyer, pointsOf, {}, ({ data }) => setCount(data)), [foyer])
  const redeem = async () => {
    await runAttempt(foyer, {
      attempt: { kind: 'redeem', networkId: 'eip155:1', address: foyer.account('eip155').address ?? '' },
      async run({ step }) {
        step({ type: 'walletPrompt' })
      },
      settle: () => emitEvent(foyer, { event: 'POINTS_REDEEMED', properties: { points: count ?? 0 } }),
    })
  }
  return (
    <>
      <p>{count === undefined ? null : say('points.count', { count })}</p>
      <button type="button" part="redeem" onClick={redeem}>
        {say('points.redeem')}
      </button>
    </>
  )
}

export const views: ReadonlyMap<ViewName, ViewEntry> = new Map([view('Points', PointsView, 'points.title')])

export const sentences = {
  'points.title': 'Points',
  'points.count': 'You have {count} points.',
  'points.redeem': 'Redeem',
} as const

export const translations = {
  de: { 'points.title': 'Punkte', 'points.count': 'Du hast {count} Punkte.', 'points.redeem': 'Einlösen' },
}
