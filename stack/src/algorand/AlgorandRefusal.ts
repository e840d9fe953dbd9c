/** Why a node doesn't answer as it was asked to: by the status and the words of algod. */
export class AlgorandRefusal extends Error {
  override readonly name = 'AlgorandRefusal'
  readonly status: 400 | 404

  constructor(message: string, status: 400 | 404 = 400) {
    super(message)
    this.status = status
  }
}
