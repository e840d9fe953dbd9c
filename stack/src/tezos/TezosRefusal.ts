/** Why a node doesn't take an operation: by the protocol's own word for it. */
export class TezosRefusal extends Error {
  override readonly name = 'TezosRefusal'
  /** Without the protocol's name. */
  readonly id: string

  constructor(id: string, about: string = id) {
    super(about)
    this.id = id
  }
}
