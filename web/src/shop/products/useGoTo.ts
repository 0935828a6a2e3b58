import { useCallback } from "react";
import { useNavigate } from "../../lib/history";

/** Goes to an address of the shop in place of this one, without losing the place on the page. */
export function useGoTo(): (address: string) => void {
  const navigate = useNavigate();
  return useCallback((address: string) => navigate(address, { replace: true }), [navigate]);
}
