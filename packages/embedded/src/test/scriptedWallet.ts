import { codeFailures, needsApproval } from '../protocol/index.js'
import { ScriptedPage, type ScriptedPageParameters, type ScriptedRequest } from './scriptedPage.js'

export interface ScriptedWalletParameters
  extends Pick<ScriptedPageParameters, 'document' | 'origin' | 'isOwn' | 'loads' | 'ready'> {
  readonly accounts?: readonly string[] | undefined
}

type Fault = 'reject' | 'throw-string' | 'garbage' | 'hang'

const code = '123456'

/** A wallet's page as far as an application sees it: who logs in, on which chain, and what it answers. */
export class ScriptedWallet {
  readonly page: ScriptedPage
  accounts: string[]
  chainId: string | number = 1
  /** By family, as each has accounts of its own. */
  solana = 'So1anaAccount1111111111111111111111111111111'
  /** The networks on which its EVM accounts are of both kinds, and which of them they are. */
  smartNetworks: readonly number[] = []
  prefers = 'smartAccount'
  /** Those on which the code stands. */
  deployedOn: readonly number[] = []
  isLoggedIn = false
  promptCount = 0
  /** Of its connections, counted by whoever makes them. */
  listenerCount = 0
  knowsDevice = false
  wrongCodes = 0
  /** Whether what draws its requests has come. */
  draws = true
  /** Whether it has something to show of what it has answered. */
  stays = false
  /** Answers in the place of the wallet's own, by name. */
  readonly instead = new Map<string, (asked: ScriptedRequest) => unknown>()
  private fault: Fault | undefined
  private approve = () => {}
  private held = () => {}
  private asking: (() => void)[] = []

  constructor({ accounts = ['0xA11ce', '0xB0b'], ...page }: ScriptedWalletParameters) {
    this.accounts = [...accounts]
    this.page = new ScriptedPage({ ...page, answer: (asked) => this.answer(asked) })
  }

  get code(): string {
    return code
  }

  nextRequest(): Promise<void> {
    return new Promise((resolve) => this.asking.push(resolve))
  }

  next({ connect }: { readonly connect: unknown }): void {
    if (connect === 'reject' || connect === 'throw-string' || connect === 'garbage' || connect === 'hang')
      this.fault = connect
  }

  release(): void {
    this.held()
  }

  approveDevice(): void {
    this.knowsDevice = true
    this.approve()
  }

  switchAccount(index: number): void {
    this.accounts = [...this.accounts.splice(index, 1), ...this.accounts]
    this.say('GET_USER_SUCCESS', this.user(this.chainId))
  }

  switchChain(id: number): void {
    this.chainId = id
    this.say('GET_USER_SUCCESS', this.user(id))
  }

  revoke(): void {
    this.disappear()
  }

  disappear(): void {
    this.isLoggedIn = false
    this.say('IS_CONNECTED_SUCCESS', { isConnected: false })
  }

  /** Says something unasked. */
  say(name: string, payload?: unknown): void {
    this.page.post({ id: 'unasked', type: `@w3m-frame/${name}`, payload })
  }

  private user(chainId: string | number) {
    const isSolana = `${chainId}`.startsWith('solana:')
    const [address = ''] = isSolana ? [this.solana] : this.accounts
    const all = isSolana ? [this.solana] : this.accounts
    const kind = this.kindOn(chainId)
    const kinds = this.smartNetworks.includes(Number(chainId)) ? ['smartAccount', 'eoa'] : ['eoa']
    const accounts = all.flatMap((each) => kinds.map((type) => ({ address: each, type })))
    const smartAccountDeployed = isSolana ? undefined : this.deployedOn.includes(Number(chainId))
    return { email: 'ada@example.com', address, chainId, accounts, preferredAccountType: kind, smartAccountDeployed }
  }

  private kindOn(chainId: string | number): string {
    return this.smartNetworks.includes(Number(chainId)) ? this.prefers : 'eoa'
  }

  private answer(asked: ScriptedRequest): unknown {
    for (const each of this.asking.splice(0)) each()
    const isDrawn = this.draws && asked.name === 'RPC_REQUEST' && needsApproval(Object(asked.payload).method)
    if (!isDrawn) return this.answerOf(asked)
    return this.draw()
      .then(() => this.answerOf(asked))
      .finally(() => this.surface(this.stays))
  }

  /** Draws a request, which is seen before it is answered. */
  async draw(): Promise<void> {
    this.surface(true)
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
  }

  surface(shown: boolean): void {
    this.page.post({ type: 'foyer/surface', shown })
  }

  private answerOf(asked: ScriptedRequest): unknown {
    const instead = this.instead.get(asked.name)
    if (instead) return instead(asked)
    const payload = Object(asked.payload)
    switch (asked.name) {
      case 'IS_CONNECTED':
        return { isConnected: this.isLoggedIn }
      case 'CONNECT_EMAIL':
        return { action: this.knowsDevice ? 'VERIFY_OTP' : 'VERIFY_DEVICE', linkSeconds: 900, codeSeconds: 420 }
      case 'CONNECT_DEVICE':
        return this.knowsDevice ? undefined : new Promise<void>((resolve) => (this.approve = resolve))
      case 'CONNECT_OTP':
        return this.checkCode(payload.otp)
      case 'GET_USER':
        return this.getUser(payload.chainId)
      case 'SWITCH_NETWORK':
        this.chainId = Number(`${payload.chainId}`.replace('eip155:', '')) || payload.chainId
        return { chainId: payload.chainId }
      case 'GET_SMART_ACCOUNT_ENABLED_NETWORKS':
        return { smartAccountEnabledNetworks: this.smartNetworks }
      case 'SET_PREFERRED_ACCOUNT':
        if (this.smartNetworks.includes(Number(this.chainId))) this.prefers = payload.type
        return { type: this.kindOn(this.chainId), address: this.accounts[0] }
      case 'SIGN_OUT':
        this.isLoggedIn = false
        return undefined
      case 'SYNC_DAPP_DATA':
      case 'SYNC_THEME':
        return undefined
      default:
        throw new Error(`not scripted: ${asked.name}`)
    }
  }

  private checkCode(otp: string): undefined {
    if (otp === code) {
      this.isLoggedIn = true
      this.wrongCodes = 0
      return undefined
    }
    this.wrongCodes += 1
    if (this.wrongCodes < 3) throw new Error(codeFailures.wrong)
    this.wrongCodes = 0
    throw new Error(codeFailures.tooMany)
  }

  private getUser(chainId: string | number): unknown {
    const { fault } = this
    this.fault = undefined
    if (!this.isLoggedIn) this.promptCount += 1
    if (fault === 'reject') throw new Error('User rejected the request.')
    if (fault === 'throw-string') throw new Error('boom')
    if (fault === 'garbage') return { address: 5 }
    const answer = () => {
      this.isLoggedIn = true
      this.chainId = chainId
      return this.user(chainId)
    }
    if (fault === 'hang') return new Promise((resolve) => (this.held = () => resolve(answer())))
    return answer()
  }
}
