/** A refusal, with a number as Solana's nodes have it. */
export class RpcError extends Error {
  readonly code: number
  readonly data: unknown

  constructor({ code, message, data }: { code: number; message: string; data?: unknown }) {
    super(message)
    this.code = code
    this.data = data
  }
}

export const invalidParams = (message: string): RpcError => new RpcError({ code: -32602, message })
