import type { PlainSentenceKey } from '@foyer/core/messages'
import { type ConnectRow, type ConnectTag, shownName, type WalletRow } from '@foyer/core/wallets'
import { GridIcon, part, QrIcon, Row, RowList, Skeleton, Spinner, Tag, WalletImage } from '@foyer/parts'
import { Fragment, type ReactNode } from 'react'
import type { ConnectRows } from '../headless/connectRows.js'
import type { Say } from '../headless/say.js'
import { useAgreed } from './Legal.js'
import { useModal } from './modalContext.js'

export interface WalletRowsProps extends Pick<ConnectRows, 'rows' | 'all'> {
  readonly choose: (row: WalletRow) => void
  readonly chooseAll: () => void
}

/** The wallets that can be chosen, and the way to all of them. */
export function WalletRows({ rows, choose, ...way }: WalletRowsProps): ReactNode {
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
}: Pick<WalletRowsProps, 'all' | 'chooseAll'> & { readonly disabled?: boolean | undefined }): ReactNode {
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
