import { displayUsd } from '@foyer/core/chain'
import { shownAmount } from '@foyer/core/internal'
import { assetOf } from '@foyer/core/send'
import { goBack } from '@foyer/core/view'
import { shownName } from '@foyer/core/wallets'
import {
  CoinIcon,
  EmptyState,
  part,
  Row,
  RowList,
  SearchField,
  Skeleton,
  TokenImage,
  VisuallyHidden,
} from '@foyer/parts'
import { type ReactNode, useState } from 'react'
import { useFoyerSend } from '../../headless/send.js'
import { type SendTokens, useFoyerSendTokens } from '../../headless/sendTokens.js'
import { Failed } from '../Failed.js'
import { LookAlike } from '../LookAlike.js'
import { useModal } from '../modalContext.js'

/** Which token is sent. */
export default function WalletSendSelectTokenView(): ReactNode {
  const { say } = useModal()
  const [search, setSearch] = useState('')
  const tokens = useFoyerSendTokens({ search })
  return (
    <>
      <SearchField
        label={say('send.search')}
        placeholder={say('send.search')}
        clearLabel={say('send.clearSearch')}
        value={search}
        rows={tokens.tokens.length}
        onValueChange={setSearch}
      />
      <p aria-hidden="true" {...part({ name: 'list-title' })}>
        {say('send.yourTokens')}
      </p>
      <TokenRows {...tokens} />
    </>
  )
}

function TokenRows({ status, tokens, retry }: SendTokens): ReactNode {
  const { foyer, say } = useModal()
  const { setAsset, form } = useFoyerSend()
  const locale = foyer.options.locale.tag
  if (tokens.length === 0) return <NoRows status={status} retry={retry} />
  return (
    <RowList label={say('send.yourTokens')} scrolls>
      {tokens.map((token) => {
        const name = shownName(token.name) || shownName(token.symbol)
        const asset = assetOf(token)
        const isChosen =
          form.asset?.type === asset.type &&
          (asset.type === 'coin' ||
            (form.asset.type === 'token' && asset.type === 'token' && form.asset.address === asset.address))
        return (
          <Row
            key={token.key}
            partName="token"
            data-token={token.key}
            label={name}
            sublabel={
              <>
                <bdi>{shownAmount({ value: token.value, of: token, locale })}</bdi>
                <LookAlike name={token.name} symbol={token.symbol} />
              </>
            }
            image={<TokenImage symbol={shownName(token.symbol)} src={token.iconUrl} />}
            trailing={token.usd ? <bdi dir="ltr">{displayUsd({ amount: token.usd, locale })}</bdi> : undefined}
            selected={isChosen}
            onClick={() => {
              setAsset(asset)
              goBack(foyer)
            }}
          />
        )
      })}
    </RowList>
  )
}

/** No token is there: not yet, not at all, or not to be had. */
function NoRows({ status, retry }: Pick<SendTokens, 'status' | 'retry'>): ReactNode {
  const { say } = useModal()
  if (status === 'loading')
    return (
      <>
        <VisuallyHidden>{say('send.loadingTokens')}</VisuallyHidden>
        <div data-look="stack-2" {...part({ name: 'send-loading' })}>
          <Skeleton shape="row" />
          <Skeleton shape="row" />
          <Skeleton shape="row" />
        </div>
      </>
    )
  if (status === 'failed') return <Failed message={say('send.tokensFailed')} retry={retry} />
  return (
    <div role="status">
      <EmptyState icon={<CoinIcon />} title={say('send.noTokens')} text={say('send.noTokensHint')} />
    </div>
  )
}
