/** The methods that the wallet RPC must have, and their other names; the table of methods may have more. */
export const SPEC_NAMES: readonly string[] = `
  add_address_book auto_refresh change_wallet_password check_reserve_proof
  check_spend_proof check_tx_key check_tx_proof close_wallet
  create_account create_address create_wallet delete_address_book
  describe_transfer edit_address_book estimate_tx_size_and_weight exchange_multisig_keys
  export_key_images export_multisig_info export_outputs finalize_multisig
  freeze frozen generate_from_keys get_account_tags
  get_accounts get_address get_address_book get_address_index
  get_attribute get_balance get_bulk_payments get_height
  get_languages get_payments get_reserve_proof get_spend_proof
  get_transfer_by_txid get_transfers get_tx_key get_tx_notes
  get_tx_proof get_version import_key_images import_multisig_info
  import_outputs incoming_transfers is_multisig label_account
  label_address make_integrated_address make_multisig make_uri
  open_wallet parse_uri prepare_multisig query_key
  refresh relay_tx rescan_blockchain rescan_spent
  restore_deterministic_wallet scan_tx set_account_tag_description set_attribute
  set_daemon set_tx_notes sign sign_multisig
  sign_transfer split_integrated_address start_mining stop_mining
  stop_wallet store submit_multisig submit_transfer
  sweep_all sweep_dust sweep_single tag_accounts
  thaw transfer transfer_split untag_accounts
  validate_address verify getaddress getbalance
  getheight sweep_unmixable
`
  .trim()
  .split(/\s+/);
