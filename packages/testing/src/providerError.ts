/** The error with which a wallet rejects (EIP-1193, EIP-1474). */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly code: number
  readonly data: unknown

  constructor({ code, message, data }: { readonly code: number; readonly message: string; readonly data?: unknown }) {
    super(message)
    this.code = code
    this.data = data
  }
}

export const userRejected = (): ProviderError =>
  new ProviderError({ code: 4001, message: 'The user rejected the request.' })

export const unauthorized = (): ProviderError =>
  new ProviderError({ code: 4100, message: 'The account or method has not been authorized by the user.' })

export const unsupportedMethod = (method: string): ProviderError =>
  new ProviderError({ code: 4200, message: `The wallet does not support ${method}.` })

export const unknownChain = (chainId: number): ProviderError =>
  new ProviderError({ code: 4902, message: `Unrecognized chain ID 0x${chainId.toString(16)}.` })

export const invalidParams = (message: string): ProviderError => new ProviderError({ code: -32602, message })
