import { currentRoute, type Foyer } from '@foyer/core'
import { contextOf } from '@foyer/core/internal'
import type { PlainSentenceKey } from '@foyer/core/messages'
import { push } from '@foyer/core/view'
import {
  type ChosenWallet,
  type ConnectRow,
  type ConnectTag,
  followChoice,
  shownName,
  type WalletRow,
} from '@foyer/core/wallets'
import { Button, GridIcon, part, QrIcon, Row, RowList, Skeleton, Spinner, Tag, WalletImage } from '@foyer/parts'
import { Fragment, type ReactNode, useCallback } from 'react'
import { type ConnectRows, useRows } from '../headless/connectRows.js'
import type { Say } from '../headless/say.js'
import { isAgreementAsked, LegalNote } from './Legal.js'
import { useModal } from './modalContext.js'
import { Needed, ViewSkeleton, ViewSlot } from './ViewSlot.js'

/** Choose a way to connect [S2.1], or get a first wallet. */
export function ConnectView(): ReactNode {
  const { say, views } = useModal()
  const connect = useConnect()
  const { phase, getWallet } = connect
  if (phase === 'looking') return <ViewSkeleton label={say('shell.loading')} />
  if (phase === 'none') return <ViewSlot piece={views.noWallet}>{(NoWallet) => <NoWallet />}</ViewSlot>
  return (
    <>
      <Agreement />
      <WalletRows {...connect} />
      <Button variant="text" partName="get-wallet" onClick={getWallet}>
        {say('connect.getWallet')}
      </Button>
      <LegalNote />
    </>
  )
}

export interface Connect extends ConnectRows {
  readonly choose: (row: WalletRow) => void
  readonly chooseAll: () => void
  readonly getWallet: () => void
}

/** The ways to connect that there are, and the view that choosing one leads to. */
export function useConnect(): Connect {
  const { foyer } = useModal()
  return {
    ...useRows(),
    choose: useChooseWallet(),
    chooseAll() {
      contextOf(foyer).track({ event: 'CLICK_ALL_WALLETS' })
      push(foyer, { view: 'AllWallets' })
    },
    getWallet: useGetWallet(),
  }
}

/** Leads to where a first wallet can be had. */
export function useGetWallet(): () => void {
  const { foyer } = useModal()
  return () => {
    contextOf(foyer).track({ event: 'CLICK_GET_WALLET' })
    push(foyer, { view: 'GetWallet' })
  }
}

/** Leads to the chosen wallet, unless the visitor has gone elsewhere by the time it's known where that is. */
export function useChooseWallet(): (chosen: ChosenWallet) => void {
  const { foyer } = useModal()
  return useCallback(
    (chosen) => {
      const here = placeOf(foyer)
      const isHere = () => placeOf(foyer) === here
      followChoice(foyer, { chosen, lead: (route) => isHere() && push(foyer, route) }).catch(contextOf(foyer).report)
    },
    [foyer],
  )
}

/** Returns the visitor's place: another one after every step. */
function placeOf({ store }: Foyer): unknown {
  const { view } = store.getState()
  return view.open ? currentRoute(view) : undefined
}

/** Whether anything may be chosen: it has been agreed to, where that is asked for. */
export function useAgreed(): boolean {
  const modal = useModal()
  return !isAgreementAsked(modal) || modal.state.termsAgreed === true
}

/** The agreement before anything can be chosen, where that is asked for. */
export function Agreement(): ReactNode {
  const modal = useModal()
  return isAgreementAsked(modal) ? <Needed piece={modal.views.legal} /> : null
}

/** The wallets that can be chosen, and the way to all of them. */
export function WalletRows({
  rows,
  choose,
  ...way
}: Pick<Connect, 'rows' | 'choose' | 'all' | 'chooseAll'>): ReactNode {
  const { say } = useModal()
  const disabled = !useAgreed()
  return (
    <>
      {sectionsOf(rows).map(([title, own], index, { length }) => (
        <Fragment key={title}>
          {title === 'connect.wallets' ? null : (
            <p aria-hidden="true" {...part({ name: 'list-title' })}>
              {say(title)}
            </p>
          )}
          <RowList label={say(title)}>
            {own.map((row) => {
              if (row.kind === 'coming') return <Skeleton key={row.id} shape="row" />
              const name = shownName(row.name) || say('shell.unknown')
              return (
                <Row
                  key={row.id}
                  partName="wallet"
                  data-wallet={row.id}
                  label={name}
                  image={imageOf({ row, name })}
                  trailing={tagOf({ row, say })}
                  disabled={disabled}
                  onClick={() => choose(row)}
                />
              )
            })}
            {index === length - 1 && way.all ? <AllWalletsRow {...way} disabled={disabled} /> : null}
          </RowList>
        </Fragment>
      ))}
    </>
  )
}

type Title = 'connect.wallets' | 'connect.here' | 'connect.more'

/** In their order, those of this browser and those after them under headings of their own; one list where all are of a kind. */
function sectionsOf(rows: readonly ConnectRow[]): readonly (readonly [title: Title, rows: readonly ConnectRow[]])[] {
  const here = rows.filter(({ group }) => group === 'injected')
  const before = here[0] ? rows.indexOf(here[0]) : 0
  const isMixed = here[0] && rows.some(({ group }) => group !== 'injected' && group !== 'walletConnect')
  if (!isMixed) return [['connect.wallets', rows]]
  return (
    [
      ['connect.wallets', rows.slice(0, before)],
      ['connect.here', here],
      ['connect.more', rows.slice(before + here.length)],
    ] as const
  ).filter(([title, own]) => own.length > 0 || title === 'connect.more')
}

/** The row that leads to all wallets, where there is one. */
export function AllWalletsRow({
  all,
  chooseAll,
  disabled,
}: Pick<Connect, 'all' | 'chooseAll'> & { readonly disabled?: boolean | undefined }): ReactNode {
  const { say } = useModal()
  if (!all) return null
  return (
    <Row
      partName="all-wallets"
      label={say('connect.allWallets')}
      image={<WalletImage name="" icon={<GridIcon />} />}
      trailing={all.count ? <Tag>{all.count}</Tag> : all.loading ? <Spinner /> : undefined}
      disabled={disabled}
      onClick={chooseAll}
    />
  )
}

function imageOf({ row, name }: { readonly row: WalletRow; readonly name: string }): ReactNode {
  const code = row.group === 'walletConnect' && row.icon === undefined
  return <WalletImage name={name} src={row.icon} {...(code ? { icon: <QrIcon />, tone: 'accent' } : {})} />
}

const tags: Readonly<Record<ConnectTag, readonly [words: PlainSentenceKey, variant?: 'success' | 'main']>> = {
  installed: ['connect.installed', 'success'],
  locked: ['connect.locked'],
  qrcode: ['connect.qrCode', 'main'],
  recent: ['connect.recent'],
  multichain: ['connect.multichain'],
}

function tagOf({ row: { tag }, say }: { readonly row: WalletRow; readonly say: Say }): ReactNode {
  if (!tag) return undefined
  const [words, variant] = tags[tag]
  return <Tag variant={variant}>{say(words)}</Tag>
}
