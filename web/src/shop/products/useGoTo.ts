import { useCallback } from "react";
import { useNavigate } from "../../lib/history";

/**
 * Returns a function that replaces the current address of the shop with another and keeps the scroll
 * position.
 */
export function useGoTo(): (address: string) => void {
  const navigate = useNavigate();
  return useCallback((address: string) => navigate(address, { replace: true }), [navigate]);
}
